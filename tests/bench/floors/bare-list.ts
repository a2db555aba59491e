import { neon, neonConfig } from '@neondatabase/serverless';
import { Hono } from 'hono';
import { importJWK, type JWK, jwtVerify } from 'jose';

// The floor of the report list: the same SQL and a check of the token, and nothing else.
type Bindings = { DATABASE_URL: string; NEON_FETCH_ENDPOINT: string; JWT_KEYS: string; STATEMENTS: string };
type Ring = { current: string; keys: Record<string, JWK> };

const once = <T>(make: (env: Bindings) => T) => {
  let made: T | undefined;
  return (env: Bindings): T => (made ??= make(env));
};
const readKey = once(async (env) => {
  const ring: Ring = JSON.parse(env.JWT_KEYS);
  const { d: _private, ...jwk } = ring.keys[ring.current] ?? {};
  return importJWK(jwk, 'ES256');
});
const readSql = once((env) => {
  neonConfig.fetchEndpoint = env.NEON_FETCH_ENDPOINT;
  return neon(env.DATABASE_URL, { fullResults: true });
});
const readStatements = once((env): { query: string; params: unknown[] }[] => JSON.parse(env.STATEMENTS));

const app = new Hono<{ Bindings: Bindings }>();
app.get('/', (c) => c.text('ok'));
app.get('/list', async (c) => {
  const token = (c.req.header('authorization') ?? '').slice(7);
  await jwtVerify(token, await readKey(c.env), { algorithms: ['ES256'], audience: new URL(c.req.url).hostname });
  const sql = readSql(c.env);
  const results = await sql.transaction(readStatements(c.env).map(({ query, params }) => sql.query(query, params)));
  return c.json({ items: results[1]?.rows, total: results[2]?.rows });
});

export default app;
