import { invalidFilter, invalidValue } from '../../../domain/scim/error.ts';
import { type Filter, parseFilter } from '../../../domain/scim/filter.ts';
import { defaultCount, mostResults } from '../../../domain/scim/limits.ts';
import { getProjection, type Projection } from '../../../domain/scim/project.ts';
import type { ScimObject } from '../../../domain/scim/values.ts';

export const listUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** The request's parameters, from the address or from the body of a search (RFC 7644, 3.4.2 and 3.4.3). */
export type Search = {
  filter: Filter | null;
  sortBy: string | null;
  descending: boolean;
  startIndex: number;
  count: number;
  projection: Projection;
};

const names = ['filter', 'sortby', 'sortorder', 'startindex', 'count', 'attributes', 'excludedattributes'];

function wholeNumber(value: unknown, name: string, otherwise: number): number {
  if (value === undefined || value === null || value === '') return otherwise;
  const number = typeof value === 'number' ? value : Number(String(value).trim());
  if (!Number.isInteger(number) || Math.abs(number) > 2_000_000_000) throw invalidValue(`"${name}" is a whole number.`);
  return number;
}

/** A list of names: an array in a body, separated by commas in an address. */
function nameList(value: unknown, name: string): string[] | null {
  if (value === undefined || value === null) return null;
  const list: unknown[] = Array.isArray(value) ? value : String(value).split(',');
  if (!list.every((each): each is string => typeof each === 'string') || list.length > 200)
    throw invalidValue(`"${name}" is a list of names.`);
  return list.map((each) => each.trim()).filter(Boolean);
}

export const projectionFrom = (query: URLSearchParams): Projection => {
  const given = fromQuery(query);
  return getProjection(nameList(given.attributes, 'attributes'), nameList(given.excludedattributes, 'excludedAttributes'));
};

/** Whether a client names the attributes to return for the resource it changes. */
export const namesAttributes = (query: URLSearchParams): boolean => {
  const { attributes, excludedattributes } = fromQuery(query);
  return Boolean(attributes || excludedattributes);
};

function fromQuery(query: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries([...query].map(([name, value]) => [name.toLowerCase(), value]));
}

export function toSearch(given: URLSearchParams | Record<string, unknown>): Search {
  const all =
    given instanceof URLSearchParams
      ? fromQuery(given)
      : Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  const wish = Object.fromEntries(names.map((name) => [name, all[name]]));
  const { filter, sortby, sortorder } = wish;
  if (filter !== undefined && filter !== null && typeof filter !== 'string') throw invalidFilter('"filter" is a text.');
  if (sortby !== undefined && sortby !== null && typeof sortby !== 'string') throw invalidValue('"sortBy" is a text.');
  return {
    filter: typeof filter === 'string' && filter.trim() !== '' ? parseFilter(filter) : null,
    sortBy: typeof sortby === 'string' && sortby.trim() !== '' ? sortby.trim() : null,
    descending: String(sortorder ?? '').toLowerCase() === 'descending',
    startIndex: Math.max(1, wholeNumber(wish.startindex, 'startIndex', 1)),
    count: Math.min(mostResults, Math.max(0, wholeNumber(wish.count, 'count', defaultCount))),
    projection: getProjection(nameList(wish.attributes, 'attributes'), nameList(wish.excludedattributes, 'excludedAttributes')),
  };
}

export const listAnswer = (total: number, startIndex: number, resources: readonly ScimObject[]) => ({
  status: 200,
  body: { schemas: [listUrn], totalResults: total, startIndex, itemsPerPage: resources.length, Resources: resources },
});
