import type { CallOutput } from '../../app/data/api.ts';
import { acting } from '../../app/session/acting.ts';
import { useIsGuest } from '../../app/shell/use-shell.ts';
import { isEmbedded } from '../../app/start/embedded.ts';
import { useTranslation } from '../../i18n.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconX } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { tones } from './tones.ts';
import { useDismiss } from './use-answer.ts';

type Props = { notices: CallOutput<'GET /api/auth/dashboard'>['notices'] };

/** The notices on home, which their reader dismisses where that is allowed; a visitor sees them and answers none. */
export function HomeNotices({ notices }: Props) {
  const { t } = useTranslation();
  const { dismiss, busy } = useDismiss();
  const answers = !useIsGuest() && !isEmbedded && acting() === null;
  return (
    <section aria-label={t('reports.home.notices')} className="home-notices">
      {notices.map(({ id, severity, title, body, dismissible }) => (
        <Notice
          key={id}
          tone={tones[severity]}
          title={title}
          live={false}
          action={
            dismissible &&
            answers && (
              <IconButton icon={IconX} size="s" label={t('notices.dismiss', { title })} aria-busy={busy} onClick={() => void dismiss(id)} />
            )
          }
        >
          <RichText text={body} />
        </Notice>
      ))}
    </section>
  );
}
