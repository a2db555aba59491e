import type * as z from 'zod/mini';
import type { Action } from '../access/permissions.ts';
import type { SessionKind } from '../access/session-kinds.ts';
import type { ErrorCode } from '../errors/catalogue.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Schema = z.core.$ZodType;
/** `playlist`: only a display's session; `embedded`: only that of an embedded page of one report. */
export type Needs = 'public' | 'signedIn' | 'playlist' | 'embedded' | Action;

/** A call of the API. Input is one flat object: path parameters, and the query (GET, DELETE) or the JSON body (POST, PUT). */
export type Endpoint<
  M extends Method = Method,
  P extends string = string,
  I extends Schema = Schema,
  O extends Schema = Schema,
  N extends Needs = Needs,
> = {
  method: M;
  path: P;
  needs: N;
  summary: string;
  input: I;
  output: O;
  errors?: readonly ErrorCode[];
  /** Names of hidden_menu: the call is refused when all of them are hidden (BEHAVIOUR 11). */
  screens?: readonly string[];
  /** The session kinds that may call it (domain/access/session-kinds.ts); without any, only users' own sessions. */
  kinds?: readonly SessionKind[];
  /** Changes nothing though it isn't a GET: open to view-only sessions. */
  reads?: true;
  maxBytes?: number;
  /** The body is the raw file, read by the verb; all other input is in the address. */
  file?: true;
};

/** Declares an endpoint, keeping its literal method, path and schema types for the typed client. */
export function endpoint<const M extends Method, const P extends string, I extends Schema, O extends Schema, const N extends Needs>(
  record: Endpoint<M, P, I, O, N>,
): Endpoint<M, P, I, O, N> {
  return record;
}

/** The names of the path's parameters, in order. */
export const pathParams = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
