import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import type { ViewerContext, ViewerPart } from '../../app/parts/viewer-parts.ts';
import { useTranslation } from '../../i18n.ts';
import { IconMessage2 } from '../../ui/icons.ts';
import { commentsQuery } from './queries.ts';

const CommentsPanel = lazy(() => import('./CommentsPanel.tsx').then((module) => ({ default: module.CommentsPanel })));

/** The comments beside the report; `?comments=` opens them, at a comment if it holds an id. */
export function useCommentsPart(context: ViewerContext): ViewerPart {
  const { t } = useTranslation();
  const { comments: asked } = useSearchValues();
  const setSearch = useSetSearch();
  const { report, ready, reportId } = context;
  // No suspense: the badge of a button in the report's bar.
  const { data } = useInfiniteQuery({ ...commentsQuery(reportId), enabled: ready });
  if (!report || !ready) return { action: null };
  const opened = asked !== undefined;
  const unread = data?.pages[0]?.unread ?? 0;
  const close = () => setSearch({ comments: null }, { replace: true });
  return {
    action: {
      id: 'comments',
      icon: IconMessage2,
      label: unread > 0 && !opened ? t('comments.unread', { count: unread }) : t('comments.action'),
      at: 'icon',
      pressed: opened,
      count: unread,
      run: () => setSearch({ comments: opened ? null : '1' }, { replace: opened }),
    },
    dialog: opened && (
      <Suspense>
        <CommentsPanel context={context} at={asked === '1' ? null : (asked ?? null)} onClose={close} />
      </Suspense>
    ),
  };
}
