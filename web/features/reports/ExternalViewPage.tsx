import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ReportView } from '../../../domain/reports/contract.ts';
import { useGo, usePathId } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useViewerParts } from '../../app/parts/use-viewer-parts.ts';
import { useWho } from '../../app/session/session.ts';
import { useWidth } from '../../app/shell/media.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconExternalLink } from '../../ui/icons.ts';
import { ViewerState } from '../../ui/ViewerState.tsx';
import { problemOfCall } from './layer/service-errors.ts';
import { placePath } from './paths.ts';
import { reportQuery } from './queries.ts';
import type { ViewerProps } from './ReportViewPage.tsx';
import { PartSheets } from './viewer/PartSheets.tsx';
import { ProblemState } from './viewer/ProblemState.tsx';
import { standsIn } from './viewer/parts.ts';
import { ReportSkeleton } from './viewer/ReportSkeleton.tsx';
import { nothingToEdit } from './viewer/use-editing.ts';
import { useMark } from './viewer/use-mark.ts';
import { useVisit } from './viewer/use-visit.ts';
import { ViewerBar } from './viewer/ViewerBar.tsx';
import './viewer/viewer.css';
import './viewer/viewer-parts.css';

// A link has no pages, filters or state.
const nothingInside = {
  ...{ ready: false, page: null, pages: [], view: null, changed: false, asLeft: false },
  capture: async () => null,
  moment: async () => null,
  openView: () => {},
  openOriginal: () => {},
  editing: nothingToEdit,
  testing: false,
};

/** Opens the link in a new tab; when the browser blocks it, goes to a page with the link (BEHAVIOUR 17). */
function openInTab(url: string, go: (href: string) => void): void {
  const tab = window.open(url, '_blank');
  if (tab) tab.opener = null;
  else go(`/popup_blocked?url=${encodeURIComponent(url)}`);
}

const getHost = (url: string): string => {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
};

/** `/{id}/reports/external`: a link shown in an iframe, or opened in a new tab where the site does not allow framing. */
export function ExternalViewPage() {
  const id = usePathId();
  return <ExternalViewer id={id} />;
}

/** The link with its bar; also used by the management page, where nothing opens automatically. */
export function ExternalViewer({ id, extra, managing = false }: ViewerProps) {
  const profile = useWho()?.profile;
  // No suspense: a refusal of a later refresh closes the link, which suspense would keep.
  const { data, error, refetch } = useQuery(reportQuery(id));
  useVisit(id, null, data !== undefined && !data.prevented && data.external !== null);
  const place = data?.subgroup?.name ?? data?.group?.name;
  useBreadcrumb(managing ? null : [...(place ? [{ label: place, href: placePath(data, profile) }] : []), { label: data?.title ?? '' }]);
  const phone = useWidth() === 'phone';
  const slot = useRef<HTMLDivElement>(null);
  useMark(slot, data && !data.prevented && data.external?.frame ? data.watermark : null);
  const again = () => void refetch();
  const parts = useViewerParts({ ...nothingInside, reportId: id, report: data, facts: data, phone });
  const room = { phone, narrow: phone };

  if (error) return <ProblemState heading="h1" problem={problemOfCall(error)} report={undefined} onRetry={again} />;
  if (data && !data.external) {
    return <ProblemState heading="h1" problem={{ code: 'not_found', requestId: null }} report={undefined} onRetry={again} />;
  }
  return (
    <div className="viewer">
      {data && <ViewerBar report={data} options={data.options} parts={parts} phone={phone} narrow={phone} extra={extra} />}
      <PartSheets parts={parts} hung={(action) => standsIn(action, room) === 'bar'} />
      <div className="viewer-slot" id="report" ref={slot}>
        {!data && <ReportSkeleton onRetry={again} />}
        {data?.prevented && <ProblemState problem={{ code: data.prevented, requestId: null }} report={data} onRetry={again} />}
        {data?.external && !data.prevented && <External report={data} external={data.external} opens={!managing} />}
      </div>
    </div>
  );
}

type ExternalProps = { report: ReportView; external: NonNullable<ReportView['external']>; opens: boolean };

function External({ report, external, opens }: ExternalProps) {
  const { t } = useTranslation();
  const go = useGo();
  const opened = useRef(false);
  const { url, frame } = external;
  // A link that cannot be framed opens automatically, once.
  useEffect(() => {
    if (frame || !opens || opened.current) return;
    opened.current = true;
    openInTab(url, go);
  }, [frame, opens, url, go]);
  if (frame) return <iframe className="external-frame" src={frame} title={t('reports.external.frame', { name: report.title })} />;
  return (
    <ViewerState
      title={t('reports.external.tab')}
      cause={t('reports.external.tabText')}
      actions={
        <Button kind="primary" icon={IconExternalLink} onClick={() => openInTab(url, go)}>
          {t('reports.external.open', { host: getHost(url) })}
        </Button>
      }
    />
  );
}
