import { useSuspenseQuery } from '@tanstack/react-query';
import { formatList, formatNumber } from '../../../../domain/format/number.ts';
import { call } from '../../../app/data/api.ts';
import { Reading } from '../../../app/layouts/Reading.tsx';
import { type TextKey, useTranslation } from '../../../i18n.ts';
import { type Subject, subjectName } from '../../../ui/access/SubjectPicker.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import type { Placing } from './AudienceFields.tsx';

type Props = { accountId: string; workspaceId: string; serviceIds: readonly string[]; placing: Placing; chosen: readonly Subject[] | null };

/** "Quem passa a ver": counts the audience before publishing, and names the people the model would refuse. */
export function ImportReview(props: Props) {
  return (
    <Reading waiting={(onRetry) => <ListSkeleton count={5} onRetry={onRetry} />}>
      <Review {...props} />
    </Reading>
  );
}

function Review({ accountId, workspaceId, serviceIds, placing, chosen }: Props) {
  const { t, language } = useTranslation();
  const { tell: _, ...place } = placing;
  const input = { accountId, workspaceId, serviceIds: [...serviceIds], ...place };
  const { data } = useSuspenseQuery({
    queryKey: ['management', 'review', input],
    queryFn: ({ signal }) => call('POST /api/auth/management/imports/review', input, { signal }),
    staleTime: 0,
    retry: false,
  });
  const { unknown, people, reports } = data;
  const more = unknown.count - unknown.names.length;
  return (
    <div className="manage-review">
      <p className="manage-review-people">
        {chosen
          ? t('manage.review.chosen', {
              names: formatList(
                language,
                chosen.map((subject) => subjectName(subject, t)),
              ),
            })
          : placing.audience === 'nobody'
            ? t('manage.review.nobody')
            : t('manage.review.people', { count: people, number: formatNumber(language, people) })}
      </p>
      {/* The server counts people without an identity only for an audience of everyone. */}
      {chosen && reports.some((report) => report.needsIdentity) && <Notice tone="warn">{t('manage.review.chosenIdentity')}</Notice>}
      {unknown.count > 0 && (
        <Notice tone="warn" title={t('manage.review.unknown', { count: unknown.count })}>
          <p>{formatList(language, [...unknown.names, ...(more > 0 ? [t('manage.review.more', { count: more })] : [])])}</p>
          <p>{t('manage.review.unknownHelp')}</p>
        </Notice>
      )}
      <ul className="plain-list manage-ticks">
        {reports.map((report) => (
          <li key={report.serviceId} className="manage-tick-done">
            <span>{report.name || report.serviceId}</span>
            <span className="push row row-wrap">
              {report.publishedAs && <Badge tone="neutral">{t('manage.import.published')}</Badge>}
              {report.needsIdentity && <Badge tone="info">{t(report.needsRoles ? 'manage.review.roles' : 'manage.review.identity')}</Badge>}
              {/* because a reason is a code of the catalogue, which has a text for it */}
              {report.problem && <Badge tone="err">{t(report.problem as TextKey)}</Badge>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
