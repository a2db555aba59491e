import type { Directory } from '../../../db/client.ts';
import type { CustomField } from '../../../domain/custom-fields/field.ts';
import type { Shape } from '../../../domain/scim/attributes.ts';
import { ScimError } from '../../../domain/scim/error.ts';
import type { Context } from '../../request/context.ts';

/** One call of a directory: its token, its tenant, and the shape of users there. */
export type ScimContext = {
  ctx: Context;
  directory: Directory;
  /** The first characters of the token: the log names the token by them. */
  prefix: string;
  /** `https://acme.mirante.app/scim/v2` */
  base: string;
  fields: readonly CustomField[];
  shape: Shape;
};

/** A call without its transport, so that an operation of a Bulk is handled like a single call. */
export type ScimCall = {
  method: string;
  /** The path after `/scim/v2/`, split. */
  path: readonly string[];
  query: URLSearchParams;
  body: Record<string, unknown> | null;
  ifMatch: string | null;
  ifNoneMatch: string | null;
};

export type ScimAnswer = { status: number; body?: object; headers?: Record<string, string> };

const getTags = (header: string) => header.split(',').map((tag) => tag.trim());

/** Whether a header names this version; `*` names all. */
const namesVersion = (header: string | null, version: string): boolean =>
  header !== null && getTags(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === version.replace(/^W\//, ''));

export const otherVersion = () => new ScimError(412, 'The resource has another version by now.');

/** The conditions of a change (RFC 7644, 3.14): only this version, or only if it is none of these. */
export function refuseOtherVersion({ ifMatch, ifNoneMatch }: ScimCall, version: string): void {
  if ((ifMatch !== null && !namesVersion(ifMatch, version)) || namesVersion(ifNoneMatch, version)) throw otherVersion();
}

/** Answers a read of a version that the client already has; a failed precondition is refused first (RFC 9110, 13.2.2). */
export function unchanged({ ifMatch, ifNoneMatch }: ScimCall, version: string): ScimAnswer | null {
  if (ifMatch !== null && !namesVersion(ifMatch, version)) throw otherVersion();
  return namesVersion(ifNoneMatch, version) ? { status: 304, headers: { etag: version } } : null;
}
