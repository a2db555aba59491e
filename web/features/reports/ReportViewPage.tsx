import { useMediaQuery } from '@mantine/hooks';
import { type FocusEvent, type ReactNode, Suspense, useEffect } from 'react';
import { useGo, usePathId, useSearchValues } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { reportAddress } from '../../app/address/report-address.ts';
import { useViewerParts } from '../../app/parts/use-viewer-parts.ts';
import type { ViewerPart } from '../../app/parts/viewer-parts.ts';
import { useWho } from '../../app/session/session.ts';
import { useWidth } from '../../app/shell/media.ts';
import { useShortcut } from '../../app/shell/shortcuts.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ViewerState } from '../../ui/ViewerState.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { WindowNotice } from '../maintenance/index.ts';
import { PauseNotice, WakingState } from '../waking/index.ts';
import { getTabs } from './layer/page-tabs.ts';
import { placeLayer, useReportState } from './layer/report-layer-store.ts';
import { placePath } from './paths.ts';
import { useFavorite } from './use-favorite.ts';
import { PageTabs } from './viewer/PageTabs.tsx';
import { PartSheets } from './viewer/PartSheets.tsx';
import { ProblemState } from './viewer/ProblemState.tsx';
import { standsIn } from './viewer/parts.ts';
import { ReportSkeleton, SlowStrip } from './viewer/ReportSkeleton.tsx';
import { TurnHint } from './viewer/TurnHint.tsx';
import { useEditing } from './viewer/use-editing.ts';
import { useFullScreen } from './viewer/use-full-screen.ts';
import { useOwnParts } from './viewer/use-own-parts.tsx';
import { usePageAddress } from './viewer/use-page-address.ts';
import { useRetry } from './viewer/use-retry.ts';
import { useViewState } from './viewer/use-view-state.ts';
import { useVisit } from './viewer/use-visit.ts';
import { useWish } from './viewer/use-wish.ts';
import { ViewerBar } from './viewer/ViewerBar.tsx';
import { PhoneFoot, ViewerFoot } from './viewer/ViewerFoot.tsx';
import './viewer/viewer.css';
import './viewer/viewer-parts.css';

/** `/{id}/reports/view`: one report in the product's frame. */
export function ReportViewPage() {
  const id = usePathId();
  return <Viewer key={id} id={id} />;
}

export type ViewerProps = {
  id: string;
  /** An additional tool for the bar. */
  extra?: ReactNode;
  /** The report is shown beside its management tools, which set the breadcrumb. */
  managing?: boolean;
};

// Full screen hides the bar, so its panels become dialogs.
const noParts: readonly ViewerPart[] = [];

/** One report with its bar and foot; the management page uses it too. */
export function Viewer({ id, extra, managing = false }: ViewerProps) {
  const { t } = useTranslation();
  const go = useGo();
  const profile = useWho()?.profile;
  const width = useWidth();
  const phone = width === 'phone';
  // An open management panel takes 480 px of the bar's room.
  const { tab } = useSearchValues();
  const beside = managing && tab !== undefined;
  const narrow = useMediaQuery(`(max-width: ${beside ? 1399 : 1099}px)`, undefined, { getInitialValueInEffect: false }) ?? false;
  const { known, data, problem: refused, opened, as } = useWish(id, managing);
  const layer = useReportState(id);
  const problem = refused ?? layer?.problem ?? null;
  const options = data?.options;
  const { full, toggle, turn } = useFullScreen();
  const retry = useRetry(id);
  const favorite = useFavorite();
  const tabs = getTabs(layer?.pages ?? [], options?.hiddenPages ?? false);
  const open = layer !== null && layer.phase !== 'starting' && layer.phase !== 'idle' && !problem;

  const editing = useEditing(id);
  // Filters are not stored while the report is tested as another user or edited.
  const state = useViewState(id, data, opened, as === null && !editing.on);
  const own = useOwnParts(id, { report: known, facts: data, phone, full, onFull: toggle, onTurn: () => void turn() });
  const page = layer?.pages.find(({ active }) => active) ?? null;
  const pages = layer?.pages ?? [];
  const brought = useViewerParts({
    reportId: id,
    report: known,
    facts: data,
    ready: own.ready,
    phone,
    page,
    pages,
    ...state,
    editing,
    testing: as !== null,
  });
  const parts = known ? [own.refresh, ...brought, own.filters, ...own.last] : [];

  const { news, kept } = useVisit(id, tabs.find((page) => page.active)?.title ?? null, open && as === null);
  usePageAddress(id, options?.hiddenPages ?? false);
  useShortcut('s', () => known && favorite?.(known), { enabled: favorite !== null && known !== undefined });
  const place = known?.subgroup?.name ?? known?.group?.name;
  useBreadcrumb(managing ? null : [...(place ? [{ label: place, href: placePath(known, profile) }] : []), { label: known?.title ?? '' }]);
  // An external report requested here has its own address.
  useEffect(() => {
    if (!managing && known?.kind === 'external' && profile) go(reportAddress(known, profile), { replace: true });
  }, [managing, known, profile, go]);

  if (refused && !known) return <ProblemState heading="h1" problem={refused} report={undefined} onRetry={retry} />;
  const foot = known && { report: known, options, tabs: problem ? [] : tabs, ready: own.ready, parts, full, onFull: toggle };
  return (
    <div className="viewer" data-full={full || undefined}>
      {known && <ViewerBar report={known} options={options} parts={full ? noParts : parts} phone={phone} narrow={narrow} extra={extra} />}
      <PartSheets parts={parts} hung={(action) => !full && standsIn(action, { phone, narrow }) === 'bar'} />
      {phone && own.ready && options?.orientation === 'landscape' && !full && <TurnHint onTurn={() => void turn()} />}
      {data?.announced && !problem && (
        <Suspense>
          <WindowNotice reportId={id} window={data.announced} />
        </Suspense>
      )}
      {news && !problem && (
        <Suspense>
          <PauseNotice key={news.notice} reportId={id} stopsAt={news.stopsAt} onKept={kept} />
        </Suspense>
      )}
      {phone && !problem && <PageTabs tabs={tabs} phone />}
      <VisuallyHidden role="status">
        {open
          ? own.said || t('reports.viewer.opened', { name: known?.title ?? '' })
          : t('reports.viewer.opening', { name: known?.title ?? '' })}
      </VisuallyHidden>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only passes on the focus of the skip link. */}
      <div className="viewer-slot" id="report" tabIndex={-1} onFocus={handFocusOn} ref={problem ? undefined : placeLayer}>
        {problem?.code === 'capacity_paused' ? (
          <Suspense fallback={<ReportSkeleton onRetry={retry} />}>
            <WakingState
              reportId={id}
              back={placePath(data, profile)}
              requestId={problem.requestId}
              onOpen={retry}
              otherwise={<ProblemState problem={problem} report={data} onRetry={retry} />}
            />
          </Suspense>
        ) : (
          problem && <ProblemState problem={problem} report={data} onRetry={retry} />
        )}
        {!problem && !layer?.shown && !layer?.slow && <ReportSkeleton onRetry={retry} />}
        {!problem && !layer?.shown && layer?.slow && (
          <ViewerState
            title={t('reports.viewer.slow')}
            cause={t('reports.viewer.slowText')}
            actions={<Button onClick={retry}>{t('reports.viewer.again')}</Button>}
          />
        )}
      </div>
      {!problem && layer?.shown && layer.slow && <SlowStrip onRetry={retry} />}
      {foot && (phone ? <PhoneFoot {...foot} /> : <ViewerFoot {...foot} />)}
    </div>
  );
}

// The skip link targets the report's slot; the frame itself is elsewhere in the document.
function handFocusOn({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target === currentTarget) document.querySelector<HTMLIFrameElement>('.report-layer[data-visible] iframe')?.focus();
}
