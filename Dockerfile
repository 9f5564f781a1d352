# The command line of Kifu: docker run --rm -v "$PWD:/games" kifu check /games
FROM rust:1-slim-bookworm AS build
WORKDIR /kifu
COPY . .
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev \
    && cargo build --locked --profile dist --package kifu-cli

FROM debian:bookworm-slim
COPY --from=build /kifu/target/dist/kifu /usr/local/bin/kifu
COPY LICENSE-APACHE LICENSE-MIT crates/kifu-diagram/fonts/OFL.txt /usr/share/doc/kifu/
USER 65534
WORKDIR /games
ENTRYPOINT ["kifu"]
CMD ["--help"]
