import { formatNumber } from '../../../domain/format/number.ts';
import { languages } from '../../../domain/session/languages.ts';
import { languageNames } from '../../../i18n/languages.ts';
import type { CallOutput } from '../../app/data/api.ts';
import { useTranslation } from '../../i18n.ts';

type Props = { count: CallOutput<'POST /api/auth/messages/count'> | undefined; toAll: boolean; mail: boolean };

/** How many people the message reaches, in which languages they read, and how many get a mail. */
export function Count({ count, toAll, mail }: Props) {
  const { t, language } = useTranslation();
  if (!count) return null;
  const readers = languages.flatMap((each) => {
    const n = count.languages[each];
    return n ? [`${languageNames[each]} ${formatNumber(language, n)}`] : [];
  });
  const byMail = count.unitSends && mail ? t('messages.byMail', { n: formatNumber(language, count.byMail) }) : null;
  return (
    <div className="message-count" role="status">
      <p>
        <b>{t('messages.people', { count: count.people })}</b>
        {byMail && `, ${byMail}`}
      </p>
      {readers.length > 1 && <p className="small muted">{t('messages.form.readers', { languages: readers.join(' · ') })}</p>}
      {!count.unitSends && <p className="small muted">{t('messages.portalOnly')}</p>}
      {toAll && <p className="small muted">{t('messages.left', { n: count.leftToday })}</p>}
    </div>
  );
}
