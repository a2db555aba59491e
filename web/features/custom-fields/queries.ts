import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { CustomField } from '../../../domain/custom-fields/field.ts';
import type { FieldOwner } from '../../../domain/custom-fields/limits.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { type CallOutput, call } from '../../app/data/api.ts';
import { fieldKeys } from './loader.ts';

const minute = 60_000;
export type FieldList = CallOutput<'GET /api/auth/custom-fields'>;
export type OneField = CallOutput<'GET /api/auth/custom-fields/{id}'>;

export const oneQuery = (id: string) =>
  queryOptions({
    queryKey: ['custom-fields', 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/custom-fields/{id}', { id }, { signal }),
    staleTime: 0,
    // Each opening starts from the stored version.
    gcTime: 0,
    retry: false,
  });

const inForceQuery = (of: FieldOwner) =>
  queryOptions({
    queryKey: ['custom-fields', 'in-force', of],
    queryFn: ({ signal }) => call('GET /api/auth/custom-fields/in-force/{of}', { of }, { signal }),
    staleTime: minute,
  });

/** Under the key of the fields, so that a change of fields refetches it. */
export const unreviewedQuery = queryOptions({
  queryKey: ['custom-fields', 'unreviewed'],
  queryFn: ({ signal }) => call('GET /api/auth/custom-fields/unreviewed', {}, { signal }),
  staleTime: 0,
});

export const mineQuery = queryOptions({
  queryKey: ['custom-fields', 'mine'],
  queryFn: ({ signal }) => call('GET /api/auth/custom-fields/mine', {}, { signal }),
  staleTime: minute,
});

const none: readonly CustomField[] = [];

/** The active fields of users or of reports, and the language that labels fall back to. Empty until loaded. */
export function useCustomFields(
  of: FieldOwner,
  { enabled = true }: { enabled?: boolean } = {},
): { fields: readonly CustomField[]; own: Language; ready: boolean } {
  // No suspense: lists and forms are shown without these fields until they arrive.
  const { data } = useQuery({ ...inForceQuery(of), enabled });
  return { fields: data?.fields ?? none, own: data?.language ?? 'pt-BR', ready: data !== undefined };
}

export function refreshFields(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: fieldKeys.all });
}
