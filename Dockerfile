# The lab as a host for a class: docker build -t kinarow . ; docs/hosting.md says the rest.
ARG BASE=python:3.13-slim
FROM ${BASE} AS build
# Such as report (PDF), or cluster,tune for workers of a cluster.
ARG EXTRAS=
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN pip wheel --no-cache-dir --wheel-dir /wheels ".${EXTRAS:+[$EXTRAS]}"

FROM ${BASE}
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-index /wheels/*.whl && rm -r /wheels \
    && useradd --create-home --uid 10001 lab && mkdir /data && chown lab /data
# By its number, so that a host that wants no root can see that it is none.
USER 10001
ENV KINAROW_CACHE_DIR=/home/lab/kernels PYTHONUNBUFFERED=1
# The search is compiled now and not while the first visitor waits.
RUN kinarow doctor
VOLUME /data
EXPOSE 8000
# A 403 is a healthy answer: the token is missing.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import http.client as h, sys; c = h.HTTPConnection('127.0.0.1', 8000, timeout=4); c.request('GET', '/'); sys.exit(c.getresponse().status >= 500)"]
# Without KINAROW_TOKEN, a token is made up and printed in the log.
CMD ["kinarow", "lab", "--host", "0.0.0.0", "--port", "8000", "--keep", "/data/tournaments"]
