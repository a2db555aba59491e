import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { formatMoment, formatSpan } from '../../../domain/format/relative.ts';
import { maxCounted } from '../../../domain/maintenance/window.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import { maintenanceKey } from './loader.ts';
import type { WindowFormState } from './use-window-form.ts';
import './preview.css';

const hour = 3_600_000;

/** How many users are notified, and when; recomputed as the targets change. */
function useTold({ draft }: WindowFormState, isNew: boolean): string | null {
  const { t, language } = useTranslation();
  const zone = useZone();
  const targetIds = draft.target === 'unit' ? [] : draft.items.map(({ id }) => id);
  const [asked] = useDebouncedValue(JSON.stringify({ target: draft.target, targetIds }), 300);
  // No suspense: a preview beside the fields, which don't wait for it.
  const { data } = useQuery({
    queryKey: [...maintenanceKey, 'preview', asked],
    queryFn: ({ signal }) => call('POST /api/auth/maintenance/preview', JSON.parse(asked), { signal }),
    enabled: draft.target === 'unit' || (targetIds.length > 0 && targetIds.length <= maxCounted),
  });
  if (!data) return null;
  const count = data.people;
  if (draft.when === 'now') return t('maintenance.preview.open', { count });
  if (draft.announceHours === 0 || !draft.startsAt) return t('maintenance.preview.silent', { count });
  const now = Date.now();
  const at = Date.parse(draft.startsAt) - (draft.announceHours === 'now' ? Number.POSITIVE_INFINITY : draft.announceHours * hour);
  // For an existing window, a notification time in the past means that users were already notified.
  if (at <= now && !isNew) return null;
  return at <= now
    ? t('maintenance.preview.now', { count })
    : t('maintenance.preview.told', { count, when: formatMoment(language, new Date(at), new Date(now), zone) });
}

/** Preview of the notice as users will read it, with who is notified and when, before saving. */
export function Preview({ form, isNew, isRunning }: { form: WindowFormState; isNew: boolean; isRunning: boolean }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const told = useTold(form, isNew);
  const { draft } = form;
  const now = new Date();
  const [from, until] = [draft.startsAt, draft.endsAt].map((at) => (at ? new Date(at) : null));
  const running = isRunning || draft.when === 'now';
  const span = from && until && !running ? formatSpan(language, from, until, now, zone) : null;
  const title = draft.words.title.trim() || t('maintenance.preview.untitled');
  return (
    <section className="window-preview" aria-label={t('maintenance.preview')}>
      <p className="small muted">{t('maintenance.preview')}</p>
      <Notice tone="warn" live={false}>
        {span
          ? t('maintenance.notice.soon', { ...span, title })
          : t('maintenance.notice.running', { until: until ? formatMoment(language, until, now, zone) : '…', title })}{' '}
        {draft.words.text.trim()}
      </Notice>
      <p className="small" role="status">
        <b>{told}</b>
      </p>
    </section>
  );
}
