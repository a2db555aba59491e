import { isOn } from '../../../domain/contract/flag.ts';
import type { CallOutput } from '../../app/data/api.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { QuietNotice } from '../../ui/Notice.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { tones } from './tones.ts';

type Props = { notices: CallOutput<'GET /api/auth/notices'>['above'] };

/** What the layers above show here now: only they can change it. */
export function FromAbove({ notices }: Props) {
  const { t } = useTranslation();
  return (
    <section className="notices-above" aria-labelledby="notices-above">
      <h2 id="notices-above">{t('notices.above')}</h2>
      <p className="small muted">{t('notices.aboveHelp')}</p>
      <ul className="plain-list">
        {notices.map((notice) => (
          <li key={notice.id}>
            <QuietNotice tone={tones[notice.severity]} title={notice.title}>
              <RichText text={notice.body} />
              <p className="row row-wrap notices-source">
                <Badge tone="neutral">{t('notices.from', { source: notice.source })}</Badge>
                <span>{t(`notices.place.${isOn(notice.atLogin) ? 'login' : 'home'}`)}</span>
                {isOn(notice.mustAcknowledge) && <span>{t('notices.answer.acknowledge')}</span>}
              </p>
            </QuietNotice>
          </li>
        ))}
      </ul>
    </section>
  );
}
