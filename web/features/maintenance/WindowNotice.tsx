import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isOn } from '../../../domain/contract/flag.ts';
import { formatMoment, formatSpan } from '../../../domain/format/relative.ts';
import { noticeDue } from '../../../domain/maintenance/window.ts';
import type { CallOutput } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';

type Announced = NonNullable<CallOutput<'GET /api/auth/reports/{id}'>['announced']>;
const everyMs = 5_000;

/**
 * Announces the next window to viewers with the report open: a banner above it, and toasts 10 and 2 minutes before and at the start
 * (BEHAVIOUR 7).
 */
export function WindowNotice({ reportId, window: next }: { reportId: string; window: Announced }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const client = useQueryClient();
  const said = useRef<number | null>(null);
  // A time alone would be ambiguous about the day.
  const until = formatMoment(language, new Date(next.endsAt), new Date(), zone);
  const span = formatSpan(language, new Date(next.startsAt), new Date(next.endsAt), new Date(), zone);
  const blocks = isOn(next.blocks);

  // Time is external to React; at the start the report is refetched, and the response shows the cover.
  useEffect(() => {
    if (!blocks) return;
    const look = () => {
      const due = noticeDue(Date.parse(next.startsAt), Date.now());
      if (due === null || due === said.current) return;
      said.current = due;
      const text = `${next.title}. ${t('maintenance.notice.until', { until })}`;
      toast.warning(due === 0 ? t('maintenance.notice.now') : t('maintenance.notice.minutes', { count: due }), { text });
      if (due === 0) void client.invalidateQueries({ queryKey: ['reports', 'one', reportId] });
    };
    look();
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [blocks, next.startsAt, next.title, until, t, client, reportId]);

  const running = Date.parse(next.startsAt) <= Date.now();
  return (
    <Notice tone="warn">
      {running
        ? t('maintenance.notice.running', { until, title: next.title })
        : t('maintenance.notice.soon', { ...span, title: next.title })}{' '}
      {next.text}
    </Notice>
  );
}
