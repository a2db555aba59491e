import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getTable, readRoutes } from '../../dev/route-table.ts';
import { actions } from '../../domain/access/permissions.ts';
import { screens } from '../../domain/access/screens.ts';
import { endpoints } from '../../domain/contract/all.ts';
import { type Endpoint, pathParams } from '../../domain/contract/endpoint.ts';
import { errorCodes } from '../../domain/errors/catalogue.ts';
import { openApi } from '../../functions/request/api-docs.ts';
import { boundRoutes } from './bound-routes.ts';
import { projectFiles } from './project-files.ts';

const list: readonly Endpoint[] = endpoints;
const getName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;
const repeated = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);

/** Contracts that are unbound or bound twice, and bound ones missing from the list. */
function bindingFaults(declared: readonly Endpoint[], bound: readonly Endpoint[]): string[] {
  return [
    ...declared.filter((endpoint) => !bound.includes(endpoint)).map((endpoint) => `${getName(endpoint)} is not bound`),
    ...repeated(bound.map(getName)).map((name) => `${name} is bound twice`),
    ...bound.filter((endpoint) => !declared.includes(endpoint)).map((endpoint) => `${getName(endpoint)} is not in domain/contract/all.ts`),
  ];
}

/** Faults of a single contract that callers would run into. */
function recordFaults(endpoint: Endpoint): string[] {
  const name = getName(endpoint);
  const shape = Object.keys((endpoint.input as unknown as { shape: object }).shape); // because an input is an object schema
  const codes: readonly string[] = errorCodes;
  return [
    ...(endpoint.errors ?? []).filter((code) => !codes.includes(code)).map((code) => `${name}: ${code} is not in the catalogue`),
    ...repeated(endpoint.errors ?? []).map((code) => `${name}: ${code} is named twice`),
    ...pathParams(endpoint.path)
      .filter((param) => !shape.includes(param))
      .map((param) => `${name}: the input does not have {${param}}`),
    ...(endpoint.screens ?? [])
      .filter((screen) => !screens.some((known) => known.name === screen))
      .map((screen) => `${name}: no screen ${screen}`),
    ...(['public', 'signedIn', 'playlist', 'embedded', ...actions].includes(endpoint.needs)
      ? []
      : [`${name}: unknown permission ${endpoint.needs}`]),
    ...(/^\/api\/[\w/{}-]+$/.test(endpoint.path) && !endpoint.path.endsWith('/') ? [] : [`${name}: not a path of the API`]),
    ...(/^[A-Z][a-z-]+s,? \S/.test(endpoint.summary) ? [] : [`${name}: its summary doesn't start with a verb such as "Lists"`]),
  ];
}

type JsonSchema = { type?: string; minimum?: number; maximum?: number; properties?: Record<string, JsonSchema>; items?: JsonSchema } & {
  [key in 'anyOf' | 'oneOf' | 'allOf']?: JsonSchema[];
};
// These never reach an integer column: JSON that is stored as is, a bigint, values from a browser API, and a rate.
const otherNumbers =
  /\.filters\[\]\.values\[\]$|^POST \/api\/auth\/management\/uploads \.bytes$|\.publicKeyAlgorithm$|^PUT \/api\/auth\/mail\/server \.bulkPerSecond$/;

/** Numbers of an input that may have a fraction, or be larger than the columns that keep them. */
function numberFaults(endpoint: Pick<Endpoint, 'method' | 'path' | 'input'>): string[] {
  const walk = (schema: JsonSchema, at: string): string[] => {
    const { type, minimum, maximum } = schema;
    const isBounded = type === 'integer' && minimum !== undefined && minimum >= -(2 ** 31) && maximum !== undefined && maximum < 2 ** 31;
    return [
      ...((type === 'number' || type === 'integer') && !isBounded && !otherNumbers.test(at) ? [at] : []),
      ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => walk(inner, `${at}.${name}`)),
      ...(schema.items ? walk(schema.items, `${at}[]`) : []),
      ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((inner) => walk(inner, at)),
    ];
  };
  // JSON Schema is a plain object.
  return walk(z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema, `${getName(endpoint)} `);
}

describe('the list of endpoints', () => {
  test('has every contract that a feature declares', () => {
    const declared = projectFiles(/^domain\/.*contract\.ts$/).flatMap(({ text }) => [...text.matchAll(/= endpoint\(\{/g)]);
    expect(declared.length).toBeGreaterThan(20);
    expect(list).toHaveLength(declared.length);
  });

  test('names every method and path once', () => {
    expect(repeated(list.map(getName))).toEqual([]);
    // `{kind}` and `{id}` are the same place: two such paths would shadow each other.
    expect(repeated(list.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`))).toEqual([]);
  });

  test('has only consistent contracts', () => {
    expect(list.flatMap(recordFaults)).toEqual([]);
  });

  test('takes only numbers that the database can keep', () => {
    expect(list.flatMap(numberFaults)).toEqual([]);
  });

  // The first import of all verbs takes seconds on a busy machine.
  test('is bound exactly once', async () => {
    const routes = await boundRoutes();
    expect(
      bindingFaults(
        list,
        routes.map(({ endpoint }) => endpoint),
      ),
    ).toEqual([]);
  }, 120_000);

  test('answers each route at its own path, even if other routes match it', async () => {
    const table = getTable(await readRoutes());
    const app = new Hono();
    for (const { method, path, pattern } of table) app.on(method, pattern, (c) => c.text(`${method} ${path}`));
    const getSample = (pattern: string) => pattern.replace(/:\w+\{\(\?:(\w+)[^}]*\}/g, '$1').replace(/:\w+/g, 'anything');
    const answered = await Promise.all(
      table.map(async ({ method, pattern }) => (await app.request(getSample(pattern), { method })).text()),
    );
    expect(answered).toEqual(table.map(getName));
  }, 120_000);

  // Spec 7: the calls that exist keep their exact method and path.
  test.each([
    'POST /api/login',
    'POST /api/login/config',
    'POST /api/login/playlist',
    'POST /api/logout',
    'POST /api/refresh/token',
    'POST /api/auth/config',
    'GET /api/auth/config/getConfig',
    'GET /api/timezone/all',
    'GET /api/auth/group_reports/get/config/menu/reports',
    'GET /api/auth/group_reports/get/reports/all/select',
    'POST /api/auth/report_view/check/exist/report',
    'POST /api/auth/log/report/page/view',
  ])('has the specification’s %s', (name) => {
    expect(list.map(getName)).toContain(name);
  });

  test('answers under the keys that the specification reads', () => {
    type Shown = { shape: object } | { def: { options: { shape: object }[] } };
    const keys = (name: string) => {
      // Because an output is an object schema or one of several.
      const output = list.find((endpoint) => getName(endpoint) === name)?.output as unknown as Shown;
      return ('shape' in output ? [output] : output.def.options).flatMap(({ shape }) => Object.keys(shape));
    };
    expect(keys('POST /api/login')).toEqual(
      expect.arrayContaining([
        'intended',
        'token',
        'status',
        'domain',
        'user',
        'redirect',
        'message',
        'perfil_usuario',
        'auth_type',
        'tenant_id',
      ]),
    );
    expect(keys('POST /api/refresh/token')).toEqual(['token']);
    expect(keys('POST /api/auth/config')).toEqual(['hidden_menu', 'config']);
    expect(keys('GET /api/auth/config/getConfig')).toEqual(['config']);
    expect(keys('GET /api/timezone/all')).toEqual(['timezone']);
  });

  test('is the API description: every endpoint with its input, its answer and its refusals', () => {
    const { paths } = openApi(list);
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(list.map(getName).sort());
    expect(JSON.stringify(paths)).toContain('"additionalProperties":false');
    expect(JSON.stringify(paths['/api/auth/reports/{id}/embed'])).toContain('rls_identity_missing');
  });
});

describe('the guard sees', () => {
  const one = list[0] as Endpoint; // because the list is not empty
  test('a contract that is unbound, one bound twice and one missing from the list', () => {
    const stray = { ...one, path: '/api/stray' };
    expect(bindingFaults([one], [])).toHaveLength(1);
    expect(bindingFaults([one], [one, one])).toHaveLength(1);
    expect(bindingFaults([one], [one, stray])).toHaveLength(1);
  });

  test.each([
    ['any number', z.number()],
    ['an unbounded version', z.int()],
    ['a version beyond its column', z.int().check(z.minimum(0), z.maximum(2 ** 31))],
    ['one with a fraction', z.number().check(z.minimum(0), z.maximum(9))],
  ])('%s', (_, version) => {
    expect(numberFaults({ ...one, input: z.strictObject({ rows: z.array(z.strictObject({ version })) }) })).toHaveLength(1);
  });

  test.each([
    [{ errors: ['no_such_code'] }, 'not in the catalogue'],
    [{ errors: ['not_found', 'not_found'] }, 'twice'],
    [{ path: '/api/things/{thing}' }, 'does not have {thing}'],
    [{ path: '/things' }, 'not a path'],
    [{ screens: ['nowhere'] }, 'no screen'],
    [{ needs: 'things.break' }, 'unknown permission'],
    [{ summary: '' }, 'start with a verb'],
    [{ summary: 'The groups with how many people are in them.' }, 'start with a verb'],
  ])('a record with %j', (fault, reason) => {
    const broken = { ...one, ...fault } as Endpoint; // because a broken record is what the test is about
    expect(recordFaults(broken)).toEqual([expect.stringContaining(reason)]);
  });
});
