import { useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../domain/format/date.ts';
import { agentWords, isHandheld } from '../../../domain/session/agent.ts';
import type { OwnSession } from '../../../domain/session/use-contract.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '../../ui/icons.ts';
import { toast } from '../../ui/toast.ts';
import { ownSignInsQuery, sessionsQuery } from './queries.ts';
import { outcomeWords, wayWords } from './words.ts';
import './sign-in-log.css';

function useEnd() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const end = async (id?: string) => {
    setBusy(id ?? 'all');
    try {
      const { ended } = await call('POST /api/auth/account/sessions/end', id ? { id } : {});
      toast.success(t('account.sessions.ended', { count: ended }));
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(null);
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    }
  };
  return { busy, end };
}

function OneSession({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const Glyph = isHandheld(session.agent) ? IconDeviceMobile : IconDeviceDesktop;
  const when = (at: string) => formatDateTime(language, new Date(at), zone);
  const device = agentWords(session.agent, language);
  return (
    <li>
      <Glyph size={20} stroke={1.75} aria-hidden="true" />
      <div className="sign-ins-words">
        <p className="row row-wrap">
          <b>{device}</b>
          {session.mine && <Badge tone="info">{t('account.sessions.mine')}</Badge>}
        </p>
        <p className="small muted">
          {session.unit} · {session.address ?? t('account.sessions.noAddress')} · {wayWords(session.way, t)}
        </p>
        <p className="tiny muted">{t(session.vouched === 'account' ? 'account.sessions.byAccount' : 'account.sessions.byUnit')}</p>
        <p className="tiny muted num">
          {t('account.sessions.since', { when: when(session.at) })} · {t('account.sessions.seen', { when: when(session.lastSeen) })}
        </p>
      </div>
      {!session.mine && (
        <Button size="s" loading={busy} aria-label={t('account.sessions.endOne', { device })} onClick={onEnd}>
          {t('account.sessions.end')}
        </Button>
      )}
    </li>
  );
}

function Sessions() {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(sessionsQuery);
  const { busy, end } = useEnd();
  const others = data.some(({ mine }) => !mine);
  const endOthers = async () => {
    const agreed = await confirm({
      title: t('account.sessions.endOthersTitle'),
      text: t('account.sessions.endOthersText'),
      yes: t('account.sessions.endOthers'),
      no: t('ui.cancel'),
    });
    if (agreed) await end();
  };
  return (
    <>
      <ul className="plain-list sign-ins-list">
        {data.map((session) => (
          <OneSession key={session.id} session={session} busy={busy === session.id} onEnd={() => void end(session.id)} />
        ))}
      </ul>
      {others ? (
        <p>
          <Button size="s" icon={IconLogout} loading={busy === 'all'} onClick={() => void endOthers()}>
            {t('account.sessions.endOthers')}
          </Button>
        </p>
      ) : (
        <p className="small muted">{t('account.sessions.onlyThis')}</p>
      )}
    </>
  );
}

function SignIns() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(ownSignInsQuery);
  const rows = data.pages.flatMap(({ items }) => items);
  if (rows.length === 0) return <EmptyState compact text={t('account.signIns.none')} />;
  return (
    <>
      <ul className="plain-list sign-ins-list">
        {rows.map((row) => (
          <li key={row.id}>
            <div className="sign-ins-words">
              <p className="row row-wrap">
                <span className="num">{formatDateTime(language, new Date(row.at), zone)}</span>
                {row.outcome !== 'ok' && <Badge tone="err">{outcomeWords(row.outcome, t)}</Badge>}
              </p>
              <p className="small muted">
                {agentWords(row.agent, language)} · {row.address ?? t('account.sessions.noAddress')} · {wayWords(row.way, t)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <p>
          <Button size="s" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('account.signIns.more')}
          </Button>
        </p>
      )}
    </>
  );
}

/** `?account=sessions` over any page: the user's sessions and recent sign-ins. */
export function SessionsDrawer() {
  const { t } = useTranslation();
  const opened = useSearchValues().account === 'sessions';
  const change = useSetSearch();
  return (
    <FormDrawer
      opened={opened}
      title={t('account.sessions')}
      text={t('account.sessions.text')}
      dirty={false}
      saving={false}
      readOnly
      onSubmit={() => Promise.resolve()}
      onClose={() => change({ account: undefined })}
    >
      {opened && (
        <div className="sign-ins-parts">
          <section aria-label={t('account.sessions.open')}>
            <h3>{t('account.sessions.open')}</h3>
            <Reading>
              <Sessions />
            </Reading>
          </section>
          <section aria-label={t('account.signIns')}>
            <h3>{t('account.signIns')}</h3>
            <Reading>
              <SignIns />
            </Reading>
          </section>
        </div>
      )}
    </FormDrawer>
  );
}
