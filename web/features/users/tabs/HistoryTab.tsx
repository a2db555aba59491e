import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { can } from '../../../../domain/access/permissions.ts';
import { useSearchValues, useSetSearch } from '../../../app/address/address.ts';
import { type CallOutput, call } from '../../../app/data/api.ts';
import { useZone } from '../../../app/data/use-zone.ts';
import { History } from '../../../app/layouts/History.tsx';
import { useWho } from '../../../app/session/session.ts';
import { useTableFile } from '../../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { ExportMenu } from '../../../ui/table/ExportMenu.tsx';
import { UiLink } from '../../../ui/UiLink.tsx';
import { getVerb, historyLines } from '../history-lines.ts';
import { historyQuery, type OneUser } from '../queries.ts';
import { useUserForm } from '../user-form.tsx';

type Answer = CallOutput<'GET /api/auth/users/{id}/history'>;

/** Who changed this user, when, on whose behalf, and the previous values. */
export function HistoryTab() {
  const { user } = useUserForm();
  return user && <UserHistory user={user} />;
}

function UserHistory({ user: { id, name } }: { user: OneUser }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const [page, setPage] = useState(1);
  const change = useSetSearch();
  const asked = useSearchValues().by ?? '';
  const by = asked === 'system' || /^[0-9a-f-]{36}$/.test(asked) ? asked : undefined;
  const file = useTableFile((part) => call('GET /api/auth/users/{id}/history/export', { id, part, ...(by ? { by } : {}) }));
  const choose = (next: string | null) => {
    setPage(1);
    change({ by: next ?? undefined }, { replace: true });
  };
  const who = useWho();
  const access = who && can(who, 'records.read') && (
    <p className="small">
      <UiLink className="link" href={`/setting?area=audit&search=${encodeURIComponent(name)}`}>
        {t('users.history.access')}
      </UiLink>
    </p>
  );
  const frame = ({ items, authors, more }: Answer, list: ReactNode) => {
    const entries = (
      <>
        {list}
        {access}
      </>
    );
    if (items.length === 0 && page === 1 && by === undefined) return entries;
    return (
      <section className="card user-card">
        <div className="row row-wrap history-bar">
          <Select
            label={t('users.history.by')}
            placeholder={t('users.history.anyone')}
            data={[
              ...authors.map(({ id: value, name: label }) => ({ value, label })),
              { value: 'system', label: t('users.history.system') },
            ]}
            value={by ?? null}
            onChange={choose}
            clearable
            clearButtonProps={{ 'aria-label': t('users.history.anyone') }}
            searchable={authors.length > 7}
          />
          <span className="push" />
          <ExportMenu file={file} />
        </div>
        {entries}
        {(page > 1 || more) && (
          <div className="row">
            <Button size="s" disabledReason={page === 1 && t('users.history.newest')} onClick={() => setPage(page - 1)}>
              {t('ui.table.previous')}
            </Button>
            <Button size="s" disabledReason={!more && t('users.history.oldest')} onClick={() => setPage(page + 1)}>
              {t('ui.table.next')}
            </Button>
          </div>
        )}
      </section>
    );
  };
  return (
    <History
      query={historyQuery(id, page, by)}
      exact
      none={t(by === undefined ? 'users.history.none' : 'users.history.noneBy')}
      entry={({ what, who, actor, before, after }) => ({
        title: t(`users.history.${getVerb(what)}`, { who: who ?? t('users.history.system'), group: String(after.group ?? '') }),
        lines: [
          ...(actor && actor !== who ? [t('users.history.actor', { actor })] : []),
          ...historyLines(before, after, { t, language, zone }),
        ],
      })}
      frame={frame}
    />
  );
}
