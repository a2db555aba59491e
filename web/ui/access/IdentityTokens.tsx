import { ownEmail } from '../../../domain/report-access/draft.ts';
import { useTranslation } from '../../i18n.ts';
import { Chip } from '../Chip.tsx';

type Props = { tokens: readonly { token: string; label: string }[]; value: string; onChange: (name: string) => void };

/** Placeholders for each user's own values, as chips: pressing one inserts it into the user name, pressing it again removes it. */
export function IdentityTokens({ tokens, value, onChange }: Props) {
  const { t } = useTranslation();
  const press = (token: string) => onChange(value.includes(token) ? value.replaceAll(token, '') : token);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset comes with its own legend.
    <div className="access-days" role="group" aria-label={t('access.tokens')}>
      <p className="small muted">{t('access.token.help')}</p>
      {[
        { token: ownEmail, label: t('access.token.email') },
        ...tokens.map(({ token, label }) => ({ token, label: t('access.token.own', { label }) })),
      ].map(({ token, label }) => (
        <Chip key={token} on={value.includes(token)} onClick={() => press(token)}>
          {label}
        </Chip>
      ))}
    </div>
  );
}
