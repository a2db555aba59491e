import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { call } from '../../app/data/api.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { errorText } from '../../app/notices/notify.ts';
import type { ViewerContext } from '../../app/parts/viewer-parts.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconX } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/Skeletons.tsx';
import { Composer } from './Composer.tsx';
import { commentsQuery, refreshComments } from './queries.ts';
import { Thread } from './Thread.tsx';
import { useWriteComment } from './use-write-comment.ts';
import './comments.css';

type Props = { context: ViewerContext; at: string | null; onClose: () => void };

/** Beside the report, which gets narrower; a sheet on a phone. Esc closes it. */
export function CommentsPanel({ context, at, onClose }: Props) {
  const { t } = useTranslation();
  const title = useRef<HTMLHeadingElement>(null);
  // Opening the panel moves focus into it.
  useEffect(() => title.current?.focus(), []);
  if (context.phone)
    return (
      <Dialog opened onClose={onClose} title={t('comments.action')}>
        <div className="comments-sheet">
          <Content context={context} at={at} />
        </div>
      </Dialog>
    );
  return (
    <aside
      className="comments-panel"
      aria-labelledby="comments-title"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className="comments-head">
        <h2 className="h3" id="comments-title" tabIndex={-1} ref={title}>
          {t('comments.action')}
        </h2>
        <IconButton icon={IconX} label={t('comments.close')} onClick={onClose} />
      </div>
      <Content context={context} at={at} />
    </aside>
  );
}

/** Marks the comments as read once the panel shows them. */
function useMarkRead(reportId: string, unread: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (unread === 0) return;
    const timer = setTimeout(() => {
      void call('POST /api/auth/reports/{id}/comments/read', { id: reportId })
        .then(() => refreshComments(client, reportId))
        .catch(() => undefined);
    }, 2_000);
    return () => clearTimeout(timer);
  }, [client, reportId, unread]);
}

type ContentProps = { context: ViewerContext; at: string | null };

/** The composer does not wait for the comments above it. */
function Content({ context, at }: ContentProps) {
  const { t } = useTranslation();
  const { reportId } = context;
  const write = useWriteComment(context);
  const list = useRef<HTMLDivElement>(null);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <div className="comments-list" ref={list} role="log" aria-label={t('comments.action')} tabIndex={0} data-autofocus>
        <Reading
          waiting={() => <Skeleton height={140} radius={10} />}
          failure={({ error, onRetry }) => <ErrorState title={t('comments.loadFailed')} text={errorText(error)} onRetry={onRetry} />}
        >
          <Threads context={context} at={at} list={list} />
        </Reading>
      </div>
      <Composer
        reportId={reportId}
        label={t('comments.write')}
        hint={t('comments.keepsView')}
        submit={t('comments.send')}
        onSend={(draft) => write.add(draft, null)}
      />
    </>
  );
}

function Threads({ context, at, list }: ContentProps & { list: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation();
  const { reportId } = context;
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(commentsQuery(reportId));
  const threads = data.pages.flatMap((page) => page.items).toReversed();
  useMarkRead(reportId, data.pages[0]?.unread ?? 0);
  // The newest are last, next to the composer; a comment named in the address is scrolled to first.
  const newest = threads.at(-1)?.id;
  useEffect(() => {
    const wanted = at ? document.getElementById(`comment-${at}`) : null;
    if (wanted) wanted.scrollIntoView({ block: 'center' });
    else if (newest && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [newest, at, list]);
  return (
    <>
      {hasNextPage && (
        <Button size="s" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('comments.older')}
        </Button>
      )}
      {threads.length === 0 && <EmptyState compact title={t('comments.none')} text={t('comments.noneText')} />}
      {threads.map((thread) => (
        <Thread key={thread.id} thread={thread} context={context} at={at} />
      ))}
    </>
  );
}
