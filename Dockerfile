# One image for amd64 and arm64 with everything except models, which are downloaded into /data at the first start.
# .github/workflows/image.yml builds it and sends a call through it.

# Debian's ffmpeg brings 250 MB of libraries: this is Debian's own source, with its patches. It reads whatever it can; what it writes
# and the filters are those that server/src/media names, and those that ffmpeg adds automatically (turning a phone's video, other sounds
# and pictures than an encoder takes).
FROM debian:bookworm-slim AS ffmpeg
RUN sed -i 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/debian.sources \
 && apt-get update \
 && apt-get install -y --no-install-recommends dpkg-dev gcc libc6-dev make nasm pkg-config zlib1g-dev \
      libx264-dev libopus-dev libmp3lame-dev libdav1d-dev
WORKDIR /source
RUN apt-get source ffmpeg && mv ffmpeg-*/ ffmpeg
WORKDIR /source/ffmpeg
RUN ./configure --prefix=/made --enable-shared --disable-static --disable-doc --disable-debug --disable-ffplay --disable-network \
      --disable-autodetect --disable-avdevice --enable-zlib --enable-gpl --enable-libx264 --enable-libopus --enable-libmp3lame \
      --enable-libdav1d \
      --disable-encoders --enable-encoder=libx264,aac,libopus,libmp3lame,pcm_s16le,mjpeg,webvtt,wrapped_avframe \
      --disable-muxers --enable-muxer=mp4,webm,wav,mp3,image2,webvtt,null \
      --disable-filters --enable-filter=scale,thumbnail,fps,format,drawbox,volume,asetnsamples,signalstats,metadata,ametadata,silencedetect,aresample,amix,alimiter,astats,pan,showwavespic,aformat,null,anull,trim,atrim,transpose,rotate,hflip,vflip \
 && make -j"$(nproc)" \
 && make install \
 && rm -rf /made/lib/pkgconfig

FROM node:24-bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends binutils
ENV CI=true
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY e2e/package.json e2e/
COPY extension/package.json extension/
COPY server/package.json server/
COPY shared/package.json shared/
COPY web/package.json web/
COPY server/scripts/setup.mjs server/scripts/check-node.mjs server/scripts/
RUN npm run setup
COPY . .
RUN node_modules/.bin/node server/scripts/build.ts \
 && node_modules/.bin/node server/scripts/image/gather.ts /made \
 && find /made -type f \( -name node -o -name '*.node' -o -name '*.so*' \) -exec strip --strip-unneeded {} +

# A volume inherits the owner of the folder it is mounted on, or root if there is none: /models is for MODELS_DIR.
FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates tini libx264-164 libopus0 libmp3lame0 libdav1d6 \
      pocketsphinx pocketsphinx-en-us \
 && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* \
 && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin callfolio \
 && install -d -o callfolio -g callfolio -m 700 /data /models
COPY --from=ffmpeg /made/bin/ /usr/local/bin/
COPY --from=ffmpeg /made/lib/ /usr/local/lib/
RUN ldconfig
COPY --from=build /made/ /
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MODELS=auto
WORKDIR /app
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "server/scripts/image/healthy.mjs"]
# tini reaps leftover child processes and forwards signals. With a small young generation, upload buffers are freed
# early, which makes uploads 1.6 times as fast.
ENTRYPOINT ["tini", "--", "node", "--max-semi-space-size=1"]
CMD ["server/scripts/run-built.ts"]
