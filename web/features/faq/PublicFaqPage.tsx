import { useEffect, useState } from 'react';
import { type CallOutput, call } from '../../app/data/api.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { LanguageSelect } from '../../ui/LanguageSelect.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SkipLink } from '../../ui/SkipLink.tsx';
import { UiLink } from '../../ui/UiLink.tsx';
import { useTheme } from '../../ui/UiProvider.tsx';
import { Questions } from './Questions.tsx';

type Answer = CallOutput<'GET /api/faq'>;

/** `/faq` without a session: the public questions of this portal, without the frame of the portal and without votes. */
export function PublicFaqPage() {
  const { t, language } = useTranslation();
  const theme = useTheme();
  const [answer, setAnswer] = useState<Answer | 'failed' | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    const ended = new AbortController();
    call('GET /api/faq', { language }, { signal: ended.signal }).then(setAnswer, () => {
      if (!ended.signal.aborted) setAnswer('failed');
    });
    return () => ended.abort();
  }, [language, attempt]);
  return (
    <div className="faq-public">
      <SkipLink>{t('ui.skip.content')}</SkipLink>
      <header>
        <Mark size={34} />
        <span className="faq-public-name">{theme.name}</span>
        <span className="push" />
        <UiLink href="/signin">{t('session.signIn')}</UiLink>
      </header>
      <main id="main" tabIndex={-1}>
        <h1 id="page-title" tabIndex={-1}>
          {t('faq.title')}
        </h1>
        {answer === 'failed' && (
          <Notice
            tone="err"
            title={t('ui.error.part')}
            action={
              <Button size="s" onClick={() => setAttempt(attempt + 1)}>
                {t('ui.retry')}
              </Button>
            }
          />
        )}
        <div aria-busy={answer === null}>{answer !== null && answer !== 'failed' && <Questions items={answer.items} />}</div>
      </main>
      <footer className="tiny muted">
        <LanguageSelect />
      </footer>
    </div>
  );
}
