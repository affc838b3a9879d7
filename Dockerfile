FROM node:24-bookworm-slim AS bundler
COPY package.json package-lock.json ./
RUN npm ci --omit=dev

FROM python:3.11-slim-bookworm AS build
COPY requirements.lock .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock

FROM python:3.11-slim-bookworm
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    MALLOC_ARENA_MAX=2 \
    DEBUG=false \
    VAR_DIR=/var/lib/wavinghands \
    STATIC_ROOT=/srv/static
RUN useradd --system --uid 999 --home-dir $VAR_DIR --create-home wavinghands
COPY --from=build /venv /venv
WORKDIR /app
COPY . .
RUN --mount=from=bundler,source=/node_modules,target=/app/node_modules \
    SECRET_KEY=build ALLOWED_HOSTS=build python manage.py collectstatic --noinput \
    && chown -R wavinghands $VAR_DIR
USER wavinghands
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=6s --start-period=20s --retries=3 CMD ["python", "-m", "wavinghands.web.probe"]
CMD ["python", "-m", "wavinghands.server.web", "--bind", "0.0.0.0", "--port", "8000"]
