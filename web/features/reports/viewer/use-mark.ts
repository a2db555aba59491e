import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { Watermark } from '../../../../domain/reports/contract.ts';
import { watermarkAngle, watermarkText } from '../../../../domain/watermark/watermark.ts';
import { useZone } from '../../../app/data/use-zone.ts';
import { useWatermark } from '../../../ui/use-watermark.ts';

const minute = 60_000;

/** Draws a report's watermark over `host`, with the time by the server's clock. */
export function useMark(host: RefObject<HTMLElement | null>, mark: Watermark | null | undefined): void {
  const zone = useZone();
  const aheadMs = useMemo(() => (mark ? Date.parse(mark.serverNow) - Date.now() : 0), [mark]);
  const [now, setNow] = useState(() => Date.now());
  // Time is external to React; the mark updates at the full minute, not a minute after it was drawn.
  useEffect(() => {
    if (!mark) return;
    const next = minute - ((now + aheadMs) % minute);
    const timer = setTimeout(() => setNow(Date.now()), next + 50);
    return () => clearTimeout(timer);
  }, [mark, now, aheadMs]);
  const text = mark ? watermarkText(mark.template, mark.who, new Date(now + aheadMs), zone) : null;
  useWatermark(host, text, { opacity: mark?.opacity ?? 0, angle: watermarkAngle });
}
