import type { Directory } from '../../../db/client.ts';
import type { CustomField } from '../../../domain/custom-fields/field.ts';
import type { Shape } from '../../../domain/scim/attributes.ts';
import type { Context } from '../../http/context.ts';

/** One call of a directory: by which token, of which tenant, and what people are made of there. */
export type ScimContext = {
  ctx: Context;
  directory: Directory;
  /** The first signs of the token: the log says by which one something came. */
  prefix: string;
  /** `https://acme.mirante.app/scim/v2` */
  base: string;
  fields: readonly CustomField[];
  shape: Shape;
};

/** A call without its transport, so that one of many in a Bulk is the same as one alone. */
export type ScimCall = {
  method: string;
  /** What stands after `/scim/v2/`, in its parts. */
  path: readonly string[];
  query: URLSearchParams;
  body: Record<string, unknown> | null;
  ifMatch: string | null;
  ifNoneMatch: string | null;
};

export type ScimAnswer = { status: number; body?: object; headers?: Record<string, string> };

const tagsOf = (header: string) => header.split(',').map((tag) => tag.trim());

/** Tells whether a version is one of those that a header names; `*` names all. */
export const namesVersion = (header: string | null, version: string): boolean =>
  header !== null && tagsOf(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === version.replace(/^W\//, ''));
