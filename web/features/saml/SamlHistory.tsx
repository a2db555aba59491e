import { History } from '../../app/layouts/History.tsx';
import { useTranslation } from '../../i18n.ts';
import { historyQuery } from './queries.ts';

const shownFields = ['name', 'issuer', 'signInUrl', 'signOutUrl', 'signOutResponseUrl', 'metadataUrl', 'certificates', 'domains'] as const;
const shown = (value: unknown): string => (typeof value === 'string' && value ? value : '–');

function getAct(what: string, after: Record<string, unknown>): 'add' | 'edit' | 'on' | 'off' {
  const verb = what.split('.')[1];
  if (verb === 'add') return 'add';
  if (verb !== 'status') return 'edit';
  return after.status === 'A' ? 'on' : 'off';
}

/** Who changed an app, when, and the previous values. */
export function SamlHistory({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <History
      query={historyQuery(id)}
      none={t('saml.history.none')}
      entry={({ what, who, before, after }) => {
        const act = getAct(what, after);
        const changed = shownFields.filter((field) => act === 'edit' && field in after);
        return {
          title: t(`saml.history.${act}`, { who: who ?? t('saml.history.system') }),
          lines: changed.map((field) =>
            t('saml.history.field', { field: t(`saml.field.${field}`), before: shown(before[field]), after: shown(after[field]) }),
          ),
        };
      }}
    />
  );
}
