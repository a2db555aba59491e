import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { getAddress, send } from './wire.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

test('path parameters are taken from the input, the rest becomes the query or the body', () => {
  expect(getAddress('GET', '/api/auth/{kind}/{id}', { kind: 'groups', id: 'a/b', page: 2, search: undefined })).toEqual({
    url: '/api/auth/groups/a%2Fb?page=2',
    body: undefined,
  });
  expect(getAddress('PUT', '/api/auth/{kind}/order', { kind: 'groups', ids: ['1'] })).toEqual({
    url: '/api/auth/groups/order',
    body: '{"ids":["1"]}',
  });
  expect(getAddress('POST', '/api/logout')).toEqual({ url: '/api/logout', body: '{}' });
});

test('a signed-in call carries the bearer token and the language', async () => {
  fetched.mockResolvedValue(Response.json({ ok: true }));
  await send({ method: 'GET', path: '/api/auth/dashboard', token: 't', language: 'es' });
  const headers = new Headers(fetched.mock.calls[0]?.[1]?.headers);
  expect(headers.get('authorization')).toBe('Bearer t');
  expect(headers.get('lang')).toBe('es');
  expect(headers.has('content-type')).toBe(false);
});

test('a call without a session carries none', async () => {
  fetched.mockResolvedValue(Response.json({}));
  await send({ method: 'POST', path: '/api/login', input: { email: 'x' }, language: 'pt-BR' });
  const headers = new Headers(fetched.mock.calls[0]?.[1]?.headers);
  expect(headers.has('authorization')).toBe(false);
  expect(headers.get('content-type')).toBe('application/json');
});

test('a refusal is an ApiError with a code of the catalogue', async () => {
  fetched.mockResolvedValue(Response.json({ status: 'name_taken', message: 'name_taken', requestId: 'r', field: 'name' }, { status: 409 }));
  await expect(send({ method: 'POST', path: '/x', language: 'es' })).rejects.toMatchObject({
    status: 'name_taken',
    field: 'name',
    requestId: 'r',
  });
});

test("a proxy's error page is a refusal too", async () => {
  fetched.mockResolvedValue(new Response('<html>', { status: 503, headers: { 'retry-after': '7' } }));
  await expect(send({ method: 'GET', path: '/x', language: 'es' })).rejects.toMatchObject({
    status: 'service_unavailable',
    retryAfterSeconds: 7,
  });
});

test('no response at all is an error of its own kind', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  const error = await send({ method: 'GET', path: '/x', language: 'es' }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 'network', httpStatus: 0 });
});

test('an abort stays an abort', async () => {
  const controller = new AbortController();
  fetched.mockRejectedValue(new DOMException('gone', 'AbortError'));
  controller.abort();
  await expect(send({ method: 'GET', path: '/x', language: 'es', signal: controller.signal })).rejects.toThrow('gone');
});
