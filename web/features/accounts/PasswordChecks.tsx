import {
  type About,
  getStrength,
  type PasswordPolicy,
  type PasswordRule,
  passwordFaults,
  strengths,
} from '../../../domain/accounts/password-policy.ts';
import { useTranslation } from '../../i18n.ts';
import { IconCircle, IconCircleCheckFilled } from '../../ui/icons.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useCommon } from './use-common.ts';
import './accounts.css';

type Props = { password: string; policy: PasswordPolicy & { max: number }; about: About };

/** The rules of a new password, ticked off while typing, and its strength in a word. */
export function PasswordChecks({ password, policy, about }: Props) {
  const { t } = useTranslation();
  const isCommon = useCommon(password !== '');
  const faults = passwordFaults(password, policy, about, isCommon);
  const shown: PasswordRule[] = [
    'length',
    ...(policy.capital ? (['capital'] as const) : []),
    ...(policy.special ? (['special'] as const) : []),
    'personal',
    'common',
    ...(faults.includes('long') ? (['long'] as const) : []),
  ];
  const strength = getStrength(password, faults);
  const steps = password === '' ? 0 : strengths.indexOf(strength) + 1;
  return (
    <div className="password-checks">
      <div className={`password-strength password-strength-${password === '' ? 'none' : strength}`}>
        <div className="password-bars" aria-hidden="true">
          {strengths.map((each, at) => (
            <span key={each} className={at < steps ? 'on' : undefined} />
          ))}
        </div>
        <p className="small" role="status">
          {password !== '' && (
            <>
              {t('account.strength')}: <b>{t(`account.strength.${strength}`)}</b>
            </>
          )}
        </p>
      </div>
      <ul className="plain-list small" aria-label={t('account.rules')}>
        {shown.map((rule) => {
          const met = password !== '' && !faults.includes(rule);
          const Glyph = met ? IconCircleCheckFilled : IconCircle;
          return (
            <li key={rule} className={met ? 'met' : undefined}>
              <Glyph size={16} stroke={1.8} aria-hidden="true" />
              <span>
                {t(`account.rule.${rule}`, { min: policy.min, max: policy.max })}
                <VisuallyHidden>{`, ${t(met ? 'account.rule.met' : 'account.rule.unmet')}`}</VisuallyHidden>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
