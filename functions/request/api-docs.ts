import * as z from 'zod/mini';
import { endpoints as all } from '../../domain/contract/all.ts';
import type { Endpoint, Schema } from '../../domain/contract/endpoint.ts';
import { pathParams } from '../../domain/contract/endpoint.ts';
import { errors } from '../../domain/errors/catalogue.ts';
import { escapeHtml } from '../../domain/text/escape-html.ts';

type JsonSchema = { properties?: Record<string, unknown>; required?: string[]; [key: string]: unknown };
const getSchema = (schema: Schema, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as JsonSchema; // because JSON Schema is a plain object

/** GET /api/openapi.json, generated from the contracts. */
export function openApi(endpoints: readonly Endpoint[] = all) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = operation(endpoint);
    paths[endpoint.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Mirante API', version: '1' },
    components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  };
}

function operation(endpoint: Endpoint) {
  const { $schema: _, ...input } = getSchema(endpoint.input, 'input');
  const { $schema: __, ...output } = getSchema(endpoint.output, 'output');
  const names = pathParams(endpoint.path);
  const properties = input.properties ?? {};
  const inQuery = endpoint.file || endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const rest = Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
  const required = (input.required ?? []).filter((name) => !names.includes(name));
  const statuses = [...new Set((endpoint.errors ?? []).map((code) => errors[code]))];
  return {
    summary: endpoint.summary,
    ...(endpoint.needs !== 'public' && { security: [{ session: [] }] }),
    'x-needs': endpoint.needs,
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } })),
      ...(inQuery ? Object.entries(rest).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })) : []),
    ],
    ...(!inQuery && { requestBody: { content: { 'application/json': { schema: { ...input, properties: rest, required } } } } }),
    ...(endpoint.file && { requestBody: { content: { 'application/octet-stream': {} } } }),
    responses: {
      200: { description: 'ok', content: { 'application/json': { schema: output } } },
      ...Object.fromEntries(
        statuses.map((status) => [status, { description: (endpoint.errors ?? []).filter((code) => errors[code] === status).join(', ') }]),
      ),
    },
  };
}

/** GET /api/docs: the same description as a page without scripts. */
export function docsPage(endpoints: readonly Endpoint[] = all): Response {
  const sections = endpoints.map(
    (endpoint) => `<section><h2><code>${endpoint.method}</code> ${escapeHtml(endpoint.path)}</h2><p>${escapeHtml(endpoint.summary)}</p>
<p>needs: <b>${escapeHtml(endpoint.needs)}</b>
${endpoint.errors ? ` · refuses with: ${escapeHtml(endpoint.errors.join(', '))}` : ''}</p>
<details><summary>Input</summary><pre>${escapeHtml(JSON.stringify(getSchema(endpoint.input, 'input'), null, 2))}</pre></details>
<details><summary>Output</summary><pre>${escapeHtml(JSON.stringify(getSchema(endpoint.output, 'output'), null, 2))}</pre></details></section>`,
  );
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mirante API</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:78ch;margin:32px auto;padding:0 20px;color:#14262b;background:#fff}
h2{font-size:16px;margin:28px 0 4px}code{background:#dce8e4;padding:2px 6px;border-radius:5px}
pre{overflow:auto;background:#f2f4f1;padding:12px;border-radius:8px}summary{cursor:pointer}</style>
<h1>Mirante API</h1><p>Made from the contracts. The same as data: <a href="/api/openapi.json">/api/openapi.json</a>.</p>${sections.join('\n')}</html>`;
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  });
}
