import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../domain/format/date.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { UiLink } from '../../ui/UiLink.tsx';
import { ConsentPanel } from './ConsentPanel.tsx';
import { remoteListQuery, remoteQuery } from './queries.ts';
import { RemoteFacts } from './RemoteFacts.tsx';
import { remoteTones } from './remote-tones.ts';
import './remote.css';

const shown = 10;

function One({ id, onBack }: { id: string; onBack: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(remoteQuery(id));
  return (
    <>
      <p>
        <Button size="s" onClick={onBack}>
          {t('remote.back')}
        </Button>
      </p>
      {error && !data ? (
        <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
      ) : data ? (
        <RemoteFacts request={data} />
      ) : (
        <ListSkeleton count={4} onRetry={() => void refetch()} />
      )}
    </>
  );
}

function Entered({ onOpen }: { onOpen: (id: string) => void }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { data, error, refetch } = useQuery(remoteListQuery({ whose: 'mine', view: 'all', size: shown }));
  if (error && !data)
    return (
      <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
    );
  if (!data) return <ListSkeleton count={4} onRetry={() => void refetch()} />;
  if (data.items.length === 0) return <EmptyState text={t('remote.empty.mine')} />;
  return (
    <>
      <ul className="remote-entries plain-list">
        {data.items.map((row) => (
          <li key={row.id}>
            <button type="button" className="remote-entry" onClick={() => onOpen(row.id)}>
              <span className="remote-entry-who">{row.asker.name}</span>
              <span className="small muted">
                {t(`remote.kind.${row.kind}`)} ·{' '}
                <span className="num">{formatDateTime(language, new Date(row.startedAt ?? row.askedAt), zone)}</span>
              </span>
              <Badge tone={remoteTones[row.state]}>{t(`remote.state.${row.state}`)}</Badge>
            </button>
          </li>
        ))}
      </ul>
      {data.total > shown && (
        <p className="small">
          <UiLink href="/remote/authorization?tab=entered">{t('remote.all', { count: data.total })}</UiLink>
        </p>
      )}
    </>
  );
}

/** `?account=access` over any page: visits to the user's account, and what the user allows. */
export function AccessDrawer() {
  const { t } = useTranslation();
  const { account, entry } = useSearchValues();
  const setSearch = useSetSearch();
  const opened = account === 'access';
  const [closing] = useState(() => () => undefined);
  return (
    <FormDrawer
      opened={opened}
      title={t('remote.account.title')}
      text={t('remote.account.text')}
      dirty={false}
      readOnly
      onSubmit={closing}
      onClose={() => setSearch({ account: null, entry: null }, { replace: true })}
    >
      {opened &&
        (entry ? (
          <One id={entry} onBack={() => setSearch({ entry: null })} />
        ) : (
          <>
            <ConsentPanel />
            <h3 className="remote-heading">{t('remote.account.entered')}</h3>
            <Entered onOpen={(id) => setSearch({ entry: id })} />
          </>
        ))}
    </FormDrawer>
  );
}
