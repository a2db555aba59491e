import { queryOptions } from '@tanstack/react-query';
import { isTemplateKind } from '../../../domain/mail-templates/variables.ts';
import type { NotificationKind } from '../../../domain/notifications/kinds.ts';
import { type CallOutput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export type Template = CallOutput<'GET /api/auth/mail-templates/{kind}'>;
export type TemplateLanguage = Template['languages'][number];

/** The kind that the address opens. */
export const getKind = (values: Readonly<Record<string, string | undefined>>): NotificationKind | undefined =>
  values.kind !== undefined && isTemplateKind(values.kind) ? values.kind : undefined;

export const templatesQuery = queryOptions({
  queryKey: ['mail-templates'],
  queryFn: ({ signal }) => call('GET /api/auth/mail-templates', {}, { signal }),
  staleTime: 10_000,
});
export const templateQuery = (kind: NotificationKind) =>
  queryOptions({
    queryKey: ['mail-templates', kind],
    queryFn: ({ signal }) => call('GET /api/auth/mail-templates/{kind}', { kind }, { signal }),
    staleTime: 10_000,
  });

export const loadTemplates: PageLoader = ({ client, values }) => {
  const kind = getKind(values);
  return [kind ? client.ensureQueryData(templateQuery(kind)) : client.ensureQueryData(templatesQuery)];
};
