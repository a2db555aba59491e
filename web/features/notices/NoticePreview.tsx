import { useTranslation } from '../../i18n.ts';
import { Notice, QuietNotice } from '../../ui/Notice.tsx';
import { RichText } from '../../ui/RichText.tsx';
import type { NoticeDraft, Words } from './notice-draft.ts';
import { tones } from './tones.ts';

/** The notice as its readers see it, on the sign-in page or on home. */
export function NoticePreview({ draft, words }: { draft: NoticeDraft; words: Words }) {
  const { t } = useTranslation();
  const title = words.title.trim() || t('notices.form.title');
  const tone = tones[draft.severity];
  return (
    <section className="notice-preview" aria-label={t('notices.preview')}>
      <p className="small muted">
        {t(`notices.preview.${draft.place === 'home' && draft.answer === 'acknowledge' ? 'gate' : draft.place}`)}
      </p>
      {draft.place === 'login' ? (
        <QuietNotice tone={tone} title={title}>
          <RichText text={words.body} />
        </QuietNotice>
      ) : (
        <Notice tone={tone} title={title} live={false}>
          <RichText text={words.body} />
        </Notice>
      )}
    </section>
  );
}
