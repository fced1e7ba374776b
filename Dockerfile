# PostgreSQL's official image with the extension.
#
#   docker build -t postgres-base62id --build-arg TAG=18 .
#   docker run -e POSTGRES_PASSWORD=secret postgres-base62id
#
# TAG: a Debian-based tag of the official image, of PostgreSQL 15 or later. PG_MAJOR comes from that image, and
# so does the package source that has its development package.
ARG TAG=18

FROM postgres:${TAG} AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends g++ make pkg-config uuid-dev "postgresql-server-dev-$PG_MAJOR" \
    && rm -rf /var/lib/apt/lists/*
COPY . /base62id
RUN make -C /base62id clean PG_CONFIG="/usr/lib/postgresql/$PG_MAJOR/bin/pg_config" \
    && make -C /base62id install -j"$(nproc)" PG_CONFIG="/usr/lib/postgresql/$PG_MAJOR/bin/pg_config" DESTDIR=/installed \
    && strip --strip-unneeded /installed/usr/lib/postgresql/"$PG_MAJOR"/lib/base62id.so

FROM postgres:${TAG}
RUN apt-get update \
    && apt-get install -y --no-install-recommends libuuid1 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /installed/ /
