import type { Harness } from './harness.ts';
import { password as everyones } from './password.ts';

type Place = string | { host: string };
export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  // because an answer's shape is what the test is about.
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  body: any;
};
export type CallOptions = { body?: unknown; headers?: Record<string, string> /** What time it is, as an ISO instant. */; at?: string };

const getHost = (place: Place) => (typeof place === 'string' ? place : place.host);

/** Calls the Worker on a host, signed in if a token is given; bodies are sent as JSON, JSON answers are parsed. */
export function api(harness: Pick<Harness, 'fetch'>, place: Place, token?: string) {
  async function call(method: string, path: string, { body, headers = {}, at }: CallOptions = {}): Promise<Answer> {
    const response = await harness.fetch(`http://${getHost(place)}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(at ? { 'x-test-now': at } : {}),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: new Headers([...response.headers]), text, body: isJson ? JSON.parse(text) : undefined };
  }
  return {
    call,
    get: (path: string, options?: CallOptions) => call('GET', path, options),
    post: (path: string, body: unknown = {}, options: CallOptions = {}) => call('POST', path, { ...options, body }),
    put: (path: string, body: unknown = {}, options: CallOptions = {}) => call('PUT', path, { ...options, body }),
    delete: (path: string, options?: CallOptions) => call('DELETE', path, options),
  };
}
export type Api = ReturnType<typeof api>;

/** Signs in and returns the token; if refused, fails with the portal's answer. */
export async function signIn(
  harness: Harness,
  place: Place,
  who: string | { email: string },
  password = everyones,
  options: CallOptions = {},
): Promise<string> {
  const email = typeof who === 'string' ? who : who.email;
  const { status, body, text } = await api(harness, place).post('/api/login', { email, password }, options);
  if (status !== 200) throw new Error(`${email} could not sign in on ${getHost(place)}: ${status} ${text}`);
  return body.token;
}

/** The client of a person who has just signed in. */
export async function getApi(harness: Harness, place: Place, who: string | { email: string }): Promise<Api> {
  return api(harness, place, await signIn(harness, place, who));
}
