import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { Watermark } from '../../../../domain/reports/contract.ts';
import { watermarkAngle, watermarkText } from '../../../../domain/watermark/watermark.ts';
import { useZone } from '../../../app/use-zone.ts';
import { useWatermark } from '../../../ui/use-watermark.ts';

const minute = 60_000;

/** Lays the mark of a report over `host`, with the minute as the server counts it. */
export function useMark(host: RefObject<HTMLElement | null>, mark: Watermark | null | undefined): void {
  const zone = useZone();
  const aheadMs = useMemo(() => (mark ? Date.parse(mark.serverNow) - Date.now() : 0), [mark]);
  const [now, setNow] = useState(() => Date.now());
  // The passing of time is outside of React; the mark turns with the minute, not a minute after it was drawn.
  useEffect(() => {
    if (!mark) return;
    const next = minute - ((now + aheadMs) % minute);
    const timer = setTimeout(() => setNow(Date.now()), next + 50);
    return () => clearTimeout(timer);
  }, [mark, now, aheadMs]);
  const text = mark ? watermarkText(mark.template, mark.who, new Date(now + aheadMs), zone) : null;
  useWatermark(host, text, { opacity: mark?.opacity ?? 0, angle: watermarkAngle });
}
