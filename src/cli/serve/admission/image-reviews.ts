import type {
  ImageReviews,
  OpenImageReviews,
} from "../../../admission/hooks/optional/image-policy-webhook/image-reviews.ts";
import type { JsonObject } from "../../../json/value.ts";
import { rememberAnswers } from "../../../server/remember-answers.ts";
import { IMAGE_REVIEW } from "../reviews/review-kinds.ts";
import { openReviewWebhook, type ReviewWebhook } from "../reviews/review-webhook.ts";

/** Answers that are kept, of those that allow and of those that deny. */
const MOST_ANSWERS = 1024;
const TIMEOUT_MS = 30_000;

/** Opens services about images over TLS. `opened` receives them, so that they are closed with the server. */
export const imageReviewsOver =
  (opened: (webhook: ReviewWebhook) => void): OpenImageReviews =>
  ({ kubeConfigFile, allowMs, denyMs, pauseMs }): ImageReviews => {
    const webhook = openReviewWebhook(kubeConfigFile, IMAGE_REVIEW, { timeoutMs: TIMEOUT_MS, pauseMs });
    opened(webhook);
    const askOnce = rememberAnswers<JsonObject>(MOST_ANSWERS, Date.now);
    const keeping = ({ allowed }: JsonObject) => {
      const accepts = allowed === true;
      return { accepts, forMs: accepts ? allowMs : denyMs };
    };
    return {
      review: async (spec) => {
        const ask = () => webhook.ask({ metadata: {}, spec, status: { allowed: false } });
        return askOnce(JSON.stringify(spec), ask, keeping);
      },
    };
  };
