import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../domain/format/date.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { UiLink } from '../../ui/UiLink.tsx';
import { ConsentPanel } from './ConsentPanel.tsx';
import { remoteListQuery } from './loader.ts';
import { remoteQuery } from './queries.ts';
import { RemoteFacts } from './RemoteFacts.tsx';
import { remoteTones } from './remote-tones.ts';
import './remote.css';

const shown = 10;

function One({ id }: { id: string }) {
  const { data } = useSuspenseQuery(remoteQuery(id));
  return <RemoteFacts request={data} />;
}

function Entered({ onOpen }: { onOpen: (id: string) => void }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { data } = useSuspenseQuery(remoteListQuery({ whose: 'mine', view: 'all', size: shown }));
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
          <>
            <p>
              <Button size="s" onClick={() => setSearch({ entry: null })}>
                {t('remote.back')}
              </Button>
            </p>
            <Reading>
              <One id={entry} />
            </Reading>
          </>
        ) : (
          <>
            <ConsentPanel />
            <h3 className="remote-heading">{t('remote.account.entered')}</h3>
            <Reading>
              <Entered onOpen={(id) => setSearch({ entry: id })} />
            </Reading>
          </>
        ))}
    </FormDrawer>
  );
}
