import { invalidSyntax, invalidValue, ScimError } from '../../../domain/scim/error.ts';
import { maxBulkOperations } from '../../../domain/scim/limits.ts';
import { checkSchemas } from '../../../domain/scim/values.ts';
import { cut } from '../../../domain/text/cut.ts';
import { checkToken } from './log.ts';
import type { ScimAnswer, ScimCall, ScimContext } from './request.ts';
import { placed } from './route.ts';

type Operation = {
  method: string;
  path: string[];
  bulkId: string | null;
  data: Record<string, unknown> | null;
  version: string | null;
  /** Why the operation is invalid; the others are carried out anyway. */
  refusal: ScimError | null;
};
type Result = { method: string; bulkId?: string; location?: string; version?: string; status: string; response?: object };

const bulkUrn = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function valueAt(object: Record<string, unknown>, name: string): unknown {
  const key = Object.keys(object).find((known) => known.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : object[key];
}

function getOperation(given: unknown): Operation {
  if (!isObject(given)) throw invalidSyntax('An operation is an object.');
  const [method, path, bulkId, data, version] = ['method', 'path', 'bulkId', 'data', 'version'].map((name) => valueAt(given, name));
  const parts = typeof path === 'string' && path.startsWith('/') ? placed(path.slice(1).split('/')) : [];
  const verb = typeof method === 'string' ? method.toUpperCase() : '';
  return {
    method: cut(verb, 20),
    path: parts,
    bulkId: typeof bulkId === 'string' && bulkId !== '' ? bulkId : null,
    data: isObject(data) ? data : null,
    version: typeof version === 'string' ? version : null,
    refusal: getFault({ verb, parts, bulkId, data }),
  };
}

function getFault({ verb, parts, bulkId, data }: { verb: string; parts: string[]; bulkId: unknown; data: unknown }): ScimError | null {
  const [kind = '', id, ...more] = parts;
  if (!verb || !kind) return invalidSyntax('An operation has a "method" and a "path".');
  if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(verb)) return new ScimError(405, '"method" is POST, PUT, PATCH or DELETE.');
  const isPlace = (kind === 'Users' || kind === 'Groups') && more.length === 0 && id !== '' && id !== '.search';
  if (!isPlace) return new ScimError(404, 'There is no person and no group at this path.');
  if (verb === 'POST' && (typeof bulkId !== 'string' || bulkId === '')) return invalidSyntax('A POST has a "bulkId".');
  return data !== undefined && data !== null && !isObject(data) ? invalidSyntax('"data" is an object.') : null;
}

/** Replaces `bulkId:…` by the ids of created resources; null where one isn't created (yet). */
function resolved(value: unknown, made: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string' && value.startsWith('bulkId:')) {
    const id = made.get(value.slice(7));
    if (!id) throw new ScimError(409, `"${cut(value, 100)}" was not made before.`);
    return id;
  }
  if (Array.isArray(value)) return value.map((each) => resolved(each, made));
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, made)])) : value;
}

/** Several changes in one request, one after the other (RFC 7644, 3.7). Each is all or nothing; a failed one doesn't end the others. */
export async function runBulk(scim: ScimContext, call: ScimCall, run: (call: ScimCall) => Promise<ScimAnswer>): Promise<ScimAnswer> {
  await checkToken(scim);
  if (call.method !== 'POST') throw new ScimError(405, 'This address takes POST.', undefined, { allow: 'POST' });
  const body = call.body ?? {};
  checkSchemas(body, bulkUrn);
  const list = valueAt(body, 'Operations');
  if (!Array.isArray(list) || list.length === 0) throw invalidSyntax('"Operations" is a list with at least one operation.');
  if (list.length > maxBulkOperations) throw new ScimError(413, `A request has ${maxBulkOperations} operations at most.`);
  const most = valueAt(body, 'failOnErrors');
  if (most !== undefined && most !== null && !(typeof most === 'number' && Number.isInteger(most) && most > 0))
    throw invalidValue('"failOnErrors" is a number above 0.');
  const made = new Map<string, string>();
  const results = new Map<Operation, Result>();
  const operations = list.map(getOperation);
  let failures = 0;
  for (const operation of inOrder(operations)) {
    if (typeof most === 'number' && failures >= most) break;
    const result = await runOne(scim, operation, made, run);
    if (Number(result.status) >= 400) failures += 1;
    results.set(operation, result);
  }
  const told = operations.flatMap((operation) => results.get(operation) ?? []);
  return { status: 200, body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkResponse'], Operations: told } };
}

/** The operations in execution order: a referenced one before the one that refers to it, otherwise as received. */
function inOrder(operations: readonly Operation[]): Operation[] {
  const makers = new Map(operations.flatMap((each) => (each.method === 'POST' && each.bulkId ? [[each.bulkId, each] as const] : [])));
  const ordered = new Set<Operation>();
  const waiting = new Set<Operation>();
  const visit = (operation: Operation): void => {
    if (ordered.has(operation) || waiting.has(operation)) return;
    waiting.add(operation);
    for (const id of references([operation.path, operation.data])) {
      const maker = makers.get(id);
      if (maker) visit(maker);
    }
    ordered.add(operation);
  };
  for (const operation of operations) visit(operation);
  return [...ordered];
}

function references(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('bulkId:') ? [value.slice(7)] : [];
  if (Array.isArray(value)) return value.flatMap(references);
  return isObject(value) ? Object.values(value).flatMap(references) : [];
}

async function runOne(
  { base }: Pick<ScimContext, 'base'>,
  operation: Operation,
  made: Map<string, string>,
  run: (call: ScimCall) => Promise<ScimAnswer>,
): Promise<Result> {
  const { method, bulkId } = operation;
  let { path } = operation;
  let answer: ScimAnswer;
  try {
    if (operation.refusal) throw operation.refusal;
    path = path.map((part) => String(resolved(part, made)));
    answer = await run({
      method,
      path,
      query: new URLSearchParams(),
      body: resolved(operation.data, made) as Record<string, unknown> | null, // because an object stays one
      ifMatch: operation.version,
      ifNoneMatch: null,
    });
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
    answer = { status: error.status, body: error.body() };
  }
  const { etag } = answer.headers ?? {};
  // Every operation has a location except a POST that created nothing (RFC 7644, 3.7).
  const asked = method === 'POST' || path.length === 0 ? undefined : cut([base, ...path.map(encodeURIComponent)].join('/'), 500);
  const location = answer.headers?.location ?? asked;
  if (method === 'POST' && bulkId && location) made.set(bulkId, location.slice(location.lastIndexOf('/') + 1));
  return {
    method,
    ...(bulkId && { bulkId }),
    ...(location && { location }),
    ...(etag && { version: etag }),
    status: String(answer.status),
    ...(answer.status >= 400 && answer.body && { response: answer.body }),
  };
}
