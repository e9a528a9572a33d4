import type { Certificate } from "../../crypto/x509/certificate.ts";

/** Certificates by subject, each once. */
export class CertificatePool {
  readonly #bySubject = new Map<string, Certificate[]>();
  readonly #known = new Set<string>();

  constructor(certificates: Iterable<Certificate>) {
    for (const certificate of certificates) this.#add(certificate);
  }

  #add(certificate: Certificate): void {
    const bytes = textOf(certificate);
    if (this.#known.has(bytes)) return;
    this.#known.add(bytes);
    const { raw } = certificate.subject;
    const others = this.#bySubject.get(raw);
    if (others === undefined) this.#bySubject.set(raw, [certificate]);
    else others.push(certificate);
  }

  has(certificate: Certificate): boolean {
    return this.#known.has(textOf(certificate));
  }

  /**
   * Returns the certificates that can have signed a certificate: their subject is its issuer, byte for byte,
   * even if that is empty. First come those with the key identifier that the certificate names, then those
   * where one of the two has no identifier, then the others.
   */
  parentsOf({ issuer, extensions: { authorityKeyId } }: Certificate): readonly Certificate[] {
    const candidates = this.#bySubject.get(issuer.raw) ?? [];
    if (candidates.length < 2) return candidates;
    const rank = ({ extensions: { subjectKeyId } }: Certificate): number => {
      if (subjectKeyId.equals(authorityKeyId)) return 0;
      return subjectKeyId.length === 0 || authorityKeyId.length === 0 ? 1 : 2;
    };
    return candidates.toSorted((a, b) => rank(a) - rank(b));
  }
}

const textOf = ({ raw }: Certificate): string => raw.toString("latin1");
