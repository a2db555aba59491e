import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '../../../i18n.ts';
import { embedQuery, testQuery } from '../queries.ts';
import { useMark } from '../viewer/use-mark.ts';
import { FrameBoundary } from './FrameBoundary.tsx';
import { loadFrame } from './load-frame.ts';
import { failReport, forgetReport, type LayerState, layerState, retryReport, updateLayer, useLayer } from './report-layer-store.ts';
import { problemOfCall } from './service-errors.ts';
import './ReportLayer.css';

const startLimitMs = 20_000;
const phoneWidth = 768;

const Frame = lazy(() => loadFrame().then((module) => ({ default: module.ReportFrame })));

const isVisible = ({ slot, wish, problem, shown }: LayerState): boolean => Boolean(slot && wish && !problem && shown);

/** Keeps `layer` exactly over `slot` without moving it in the document: moving an iframe reloads it (REPORT_SERVICE T19). */
function useOverlay(layer: React.RefObject<HTMLDivElement | null>, slot: HTMLElement | null) {
  useEffect(() => {
    if (!slot) return;
    const place = () => {
      const box = slot.getBoundingClientRect();
      const style = layer.current?.style;
      if (!style) return;
      style.setProperty('--left', `${box.left}px`);
      style.setProperty('--top', `${box.top}px`);
      style.setProperty('--width', `${box.width}px`);
      style.setProperty('--height', `${box.height}px`);
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(slot);
    observer.observe(document.documentElement);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, { passive: true });
    // A folding menu moves the slot slightly longer than it resizes it.
    document.addEventListener('transitionend', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place);
      document.removeEventListener('transitionend', place);
    };
  }, [layer, slot]);
}

/** Shows "still loading" after 20 s, and restarts when the tab was hidden while the report loaded (PowerBI-client-react #51). */
function useStartWatch() {
  const waiting = useLayer((state) => Boolean(state.slot && state.wish && !state.problem && state.phase !== 'rendered'));
  const attempt = useLayer((state) => state.attempt);
  const reportId = useLayer((state) => state.wish?.reportId);
  useEffect(() => {
    if (!waiting || !reportId) return;
    let hidden = document.visibilityState === 'hidden';
    const timer = setTimeout(() => updateLayer({ slow: true }), startLimitMs);
    const watch = () => {
      if (document.visibilityState === 'hidden') hidden = true;
      else if (hidden && attempt === 0) retryReport();
    };
    document.addEventListener('visibilitychange', watch);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', watch);
    };
  }, [waiting, reportId, attempt]);
}

/**
 * The one place of embedded reports, above the router's outlet and never unmounted: it covers the viewer's slot, and waits
 * invisibly with its state while another page is open (REPORT_SERVICE D6).
 */
export function ReportLayer() {
  const { language } = useTranslation();
  const layer = useRef<HTMLDivElement>(null);
  const slot = useLayer((state) => state.slot);
  const wish = useLayer((state) => state.wish);
  const attempt = useLayer((state) => state.attempt);
  const problem = useLayer((state) => state.problem);
  const rights = useLayer((state) => state.rights);
  const visible = useLayer(isVisible);
  const active = slot !== null;
  const start = `${wish?.reportId} ${attempt}`;
  // Decided when a report starts: rotating a phone must not reload the report.
  const phone = useMemo(() => start !== '' && window.innerWidth < phoneWidth, [start]);
  // The viewer requests the token; a refusal is not requested again here.
  const as = wish?.as ?? null;
  const asks = active && wish !== null && !problem;
  // No suspense: the layer must stay mounted, or the report is loaded again.
  const own = useQuery({ ...embedQuery(wish?.reportId ?? '', rights), enabled: asks && !as, retryOnMount: false });
  // No suspense: the same for a test as another user.
  const tried = useQuery({ ...testQuery(wish?.reportId ?? '', as ?? ''), enabled: asks && as !== null, retryOnMount: false });
  const embed = as ? (tried.data?.embed ?? undefined) : own.data;
  useOverlay(layer, slot);
  useMark(layer, visible ? wish?.watermark : null);
  // The layer unmounts only when the user changes; its state goes with it.
  useEffect(() => forgetReport, []);
  useStartWatch();

  const { error } = as ? tried : own;
  // The layer's state is a store that the viewer reads too.
  useEffect(() => {
    if (error && layerState().slot && !layerState().shown) failReport(problemOfCall(error));
  }, [error]);

  return (
    <div ref={layer} className="report-layer" data-visible={visible || undefined} inert={!visible}>
      {wish && !problem && (
        <FrameBoundary>
          <Suspense>
            <Frame wish={wish} attempt={attempt} embed={embed} language={language} phone={phone} active={active} />
          </Suspense>
        </FrameBoundary>
      )}
    </div>
  );
}
