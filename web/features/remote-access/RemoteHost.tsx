import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, useEffect, useRef, useState } from 'react';
import { usePathname } from '../../app/address/address.ts';
import { useTrail } from '../../app/address/breadcrumb.ts';
import { call } from '../../app/data/api.ts';
import { hasInbox, unreadQuery } from '../../app/data/news.ts';
import { acting, endActing, takeEnded } from '../../app/session/acting.ts';
import { useWho } from '../../app/session/session.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useHiddenMenu } from '../../app/shell/use-shell.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { asking } from './asking.ts';
import { type RemoteStatus, refreshRemote, remoteStatusQuery } from './queries.ts';
import { RemoteBar } from './RemoteBar.tsx';
import { useDecide } from './use-remote-actions.ts';
import './remote.css';

const RequestModal = lazy(() => import('./RequestModal.tsx').then((module) => ({ default: module.RequestModal })));
const RemoteAccessDialog = lazy(() => import('./RemoteAccessDialog.tsx').then((module) => ({ default: module.RemoteAccessDialog })));

/** Reports the pages opened in another user's account, for the summary that the user receives. */
function useNotedPages(on: boolean) {
  const path = usePathname();
  const title = useTrail().at(-1)?.label;
  useEffect(() => {
    if (!on || !title) return;
    const timer = setTimeout(() => void call('POST /api/auth/remote/session/page', { path, title }).catch(() => undefined), 300);
    return () => clearTimeout(timer);
  }, [on, path, title]);
}

/** Announces each end once per tab. */
function useToldEnds(over: RemoteStatus['over'] | undefined) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, asker, minutes } of over ?? []) {
      if (told.current.has(id)) continue;
      told.current.add(id);
      toast.info(t('remote.over.person', { person: asker, count: minutes }), { text: t('remote.over.summary') });
      refreshRemote(client);
    }
  }, [over, t, client]);
}

/** The open requests and visits; polled closely only while the one-minute poll says that there are any. */
function useRemoteStatus(): RemoteStatus | undefined {
  const hasBeat = hasInbox(useWho(), useHiddenMenu());
  // No suspense: heartbeats beside every page.
  const beat = useQuery({ ...unreadQuery, enabled: hasBeat });
  // No suspense: as above.
  const { data, refetch } = useQuery(remoteStatusQuery(hasBeat));
  const isAwaited = hasBeat && beat.data?.remote === true;
  // Each poll that reports something is a reason to refetch, even when the previous one reported the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the poll's timestamp distinguishes it from the previous one.
  useEffect(() => {
    if (isAwaited) void refetch();
  }, [isAwaited, beat.dataUpdatedAt, refetch]);
  return data;
}

/** Both sides of remote access on every page: running visits, incoming requests, and visits that have just ended. */
export function RemoteHost() {
  const { t } = useTranslation();
  const data = useRemoteStatus();
  const decide = useDecide();
  const [later, setLater] = useState<readonly string[]>([]);
  const target = asking.use();
  const inAct = acting();
  const inside = data?.inside ?? [];
  const asked = data?.asks.find(({ id }) => !later.includes(id));
  useNotedPages(inAct !== null);
  useToldEnds(data?.over);
  // After leaving another user's account, shows once why it ended.
  useEffect(() => {
    const ended = takeEnded();
    if (ended) toast.info(t('remote.over.asker', { person: ended.person }), { text: t('remote.over.back') });
  }, [t]);
  const bars = inside.filter(({ kind }) => kind !== 'partner');
  // The bar is part of the layout: sticky elements stick below it.
  useEffect(() => {
    document.documentElement.style.setProperty('--remote-bars', `${bars.length * 44}px`);
    return () => void document.documentElement.style.removeProperty('--remote-bars');
  }, [bars.length]);
  return (
    <>
      {bars.length > 0 && (
        <div className="remote-bars">
          {bars.map((one) => (
            <RemoteBar
              key={one.id}
              session={one}
              mine={inAct === null}
              onEnd={() => (inAct ? endActing() : decide(one.id, 'end').then(() => undefined))}
            />
          ))}
        </div>
      )}
      {target && (
        <Part>
          <RemoteAccessDialog target={target} onClose={asking.close} />
        </Part>
      )}
      {asked && (
        <Part>
          <RequestModal key={asked.id} request={asked} onLater={() => setLater([...later, asked.id])} />
        </Part>
      )}
    </>
  );
}
