import { parseMarkdown } from '../../domain/rich-text/markdown.ts';
import { demoId } from './catalog/build.ts';
import type { DemoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { type Clock, day } from './times.ts';

type Sent = { key: string; minutesAgo: number; to: 'all' | 'user'; texts: Record<string, { subject: string; body: string }> };

const lines = (...each: string[]) => each.join('\n');

const sent: Readonly<Record<string, readonly Sent[]>> = {
  vertice: [
    {
      key: 'fechamento',
      minutesAgo: 3 * day,
      to: 'all',
      texts: {
        'pt-BR': {
          subject: 'Fechamento de outubro publicado',
          body: lines(
            'O **DRE gerencial** já traz os números conciliados.',
            '',
            '- Receita e impostos conferidos com o fiscal',
            '- Frete de Chapecó reclassificado',
            '',
            'Dúvidas: [Controladoria](mailto:controladoria@vertice.test)',
          ),
        },
        'en-US': {
          subject: 'October closing is published',
          body: lines(
            'The **management income statement** now has the reconciled numbers.',
            '',
            '- Revenue and taxes checked with the tax team',
            '- Freight of Chapecó reclassified',
            '',
            'Questions: [Controlling](mailto:controladoria@vertice.test)',
          ),
        },
      },
    },
    {
      key: 'inventario',
      minutesAgo: 20 * day,
      to: 'user',
      texts: {
        'pt-BR': {
          subject: 'Inventário no dia 30',
          body: 'No dia 30 os saldos de estoque ficam **congelados das 6h às 14h**. Use o relatório de ruptura depois disso.',
        },
      },
    },
  ],
  aurora: [
    {
      key: 'precos',
      minutesAgo: 2 * day,
      to: 'all',
      texts: { 'pt-BR': { subject: 'Nova tabela de preços', body: 'A tabela de dezembro vale a partir de **segunda-feira**.' } },
    },
  ],
};

const getId = (tenant: DemoTenant, what: string, { key }: Sent) => demoId(`${tenant.key}/${what}/${key}`);
const getSender = (tenant: DemoTenant) => tenant.people.find(({ profile }) => profile === 'admin');
const getReaders = (tenant: DemoTenant, { to }: Sent) =>
  tenant.people.filter(({ id, status, profile }) => status !== 'B' && id !== getSender(tenant)?.id && (to === 'all' || profile === to));
const getAudience = ({ to }: Sent) => (to === 'all' ? { type: 'all' } : { type: 'profile', profile: to });
const allOf = (tenant: DemoTenant) => sent[tenant.key] ?? [];

/** What administrators wrote to others. */
export const messageRows = (tenant: DemoTenant, clock: Clock): Rows =>
  allOf(tenant).map((message) => ({
    ...{ tenant_id: tenant.id, id: getId(tenant, 'message', message), sender_id: getSender(tenant)?.id ?? null },
    ...{
      audience: getAudience(message),
      mail: true,
      mailing_id: getId(tenant, 'mailing', message),
      sent_at: clock.ago(message.minutesAgo),
    },
    texts: Object.fromEntries(
      Object.entries(message.texts).map(([language, { subject, body }]) => [language, { subject, body: parseMarkdown(body) }]),
    ),
  }));

export const messageMailingRows = (tenant: DemoTenant, clock: Clock): Rows =>
  allOf(tenant).map((message) => ({
    ...{ tenant_id: tenant.id, id: getId(tenant, 'mailing', message), kind: 'announcement', source_id: getId(tenant, 'message', message) },
    ...{ audience: getAudience(message), vars: { mail: true }, link: getLink(tenant, message), by_user_id: getSender(tenant)?.id ?? null },
    ...{ state: 'done', told: getReaders(tenant, message).length, mailed: 0, created_at: clock.ago(message.minutesAgo) },
  }));

const getLink = (tenant: DemoTenant, message: Sent) => `/notifications?message=${getId(tenant, 'message', message)}`;

/** The same in the inboxes of their readers; all but the first few have read them. */
export const messageNewsRows = (tenant: DemoTenant, clock: Clock): Rows =>
  allOf(tenant).flatMap((message) =>
    getReaders(tenant, message).map(({ id }, at) => ({
      ...{
        tenant_id: tenant.id,
        id: demoId(`${tenant.key}/message-news/${message.key}/${id}`),
        user_id: id,
        kind: 'announcement',
        vars: {},
      },
      ...{ link: getLink(tenant, message), created_at: clock.ago(message.minutesAgo) },
      read_at: at > 2 ? clock.ago(message.minutesAgo - 90) : null,
      ...{ mailing_id: getId(tenant, 'mailing', message), message_id: getId(tenant, 'message', message) },
    })),
  );
