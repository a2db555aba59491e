import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../../domain/format/date.ts';
import { useSearchValues, useSetSearch } from '../../../app/address/address.ts';
import { call } from '../../../app/data/api.ts';
import { ApiError } from '../../../app/data/api-error.ts';
import { useZone } from '../../../app/data/use-zone.ts';
import { errorText } from '../../../app/notices/notify.ts';
import { useTableFile } from '../../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { ExportMenu } from '../../../ui/table/ExportMenu.tsx';
import { historyLines, verbOf } from '../history-lines.ts';
import { historyQuery } from '../queries.ts';
import { useUserForm } from '../user-form.tsx';
import '../../../ui/history.css';

/** Who changed this user, when, on whose behalf, and the previous values. */
export function HistoryTab() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { user } = useUserForm();
  const [page, setPage] = useState(1);
  const change = useSetSearch();
  const asked = useSearchValues().by ?? '';
  const by = asked === 'system' || /^[0-9a-f-]{36}$/.test(asked) ? asked : undefined;
  const id = user?.id ?? '';
  const { data, error, refetch } = useQuery({ ...historyQuery(id, page, by), enabled: user !== null });
  const file = useTableFile((part) => call('GET /api/auth/users/{id}/history/export', { id, part, ...(by ? { by } : {}) }));
  const retry = () => void refetch();
  if (error && !data)
    return <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={retry} />;
  if (!data) return <ListSkeleton count={4} onRetry={retry} />;
  const none = data.items.length === 0 && page === 1;
  if (none && by === undefined) return <p className="muted">{t('users.history.none')}</p>;
  const authors = [
    ...data.authors.map(({ id: value, name: label }) => ({ value, label })),
    { value: 'system', label: t('users.history.system') },
  ];
  const choose = (next: string | null) => {
    setPage(1);
    change({ by: next ?? undefined }, { replace: true });
  };
  return (
    <section className="card user-card">
      <div className="row row-wrap history-bar">
        <Select
          label={t('users.history.by')}
          placeholder={t('users.history.anyone')}
          data={authors}
          value={by ?? null}
          onChange={choose}
          clearable
          clearButtonProps={{ 'aria-label': t('users.history.anyone') }}
          searchable={authors.length > 8}
        />
        <span className="push" />
        <ExportMenu file={file} />
      </div>
      {none && <p className="muted">{t('users.history.noneBy')}</p>}
      <ol className="plain-list history">
        {data.items.map((item) => {
          const who = item.who ?? t('users.history.system');
          const lines = historyLines(item.before, item.after, { t, language, zone });
          return (
            <li key={item.id}>
              <p className="history-head">
                <b>{t(`users.history.${verbOf(item.what)}`, { who, group: String(item.after.group ?? '') })}</b>
                <time className="push muted tiny num" dateTime={item.at}>
                  {formatDateTime(language, new Date(item.at), zone)}
                </time>
              </p>
              {item.actor && item.actor !== item.who && <p className="small muted">{t('users.history.actor', { actor: item.actor })}</p>}
              {lines.length > 0 && (
                <ul className="plain-list small muted">
                  {lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ol>
      {(page > 1 || data.more) && (
        <div className="row">
          <Button size="s" disabledReason={page === 1 && t('users.history.newest')} onClick={() => setPage(page - 1)}>
            {t('ui.table.previous')}
          </Button>
          <Button size="s" disabledReason={!data.more && t('users.history.oldest')} onClick={() => setPage(page + 1)}>
            {t('ui.table.next')}
          </Button>
        </div>
      )}
    </section>
  );
}
