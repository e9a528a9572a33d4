# docker build -t sallyport .
# docker run --read-only --tmpfs /tmp -v sallyport:/data -p 6443:6443 sallyport
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false
COPY . .
RUN npm run build && npm prune --omit=dev --workspaces=false

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /src/package.json /src/LICENSE /src/NOTICE ./
COPY --from=build /src/node_modules node_modules
COPY --from=build /src/dist dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 6443
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "require('https').get({port:6443,path:'/readyz',rejectUnauthorized:false},(r)=>process.exit(r.statusCode===200?0:1)).on('error',()=>process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=64", "dist/cli/main.js"]
# The console listens on loopback, which is not reachable from outside of the container.
CMD ["serve", "--bind-address=0.0.0.0", "--data-dir=/data", "--no-console"]
