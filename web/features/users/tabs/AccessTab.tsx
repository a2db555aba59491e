import { type ReactNode, Suspense } from 'react';
import type { UserFlag } from '../../../../domain/access/profile.ts';
import { flagsFor } from '../../../../domain/users/person.ts';
import { useZone } from '../../../app/data/use-zone.ts';
import { useTranslation } from '../../../i18n.ts';
import { DayField } from '../../../ui/MomentField.tsx';
import { SectionHeader } from '../../../ui/PageHeader.tsx';
import { SwitchRow } from '../../../ui/SwitchRow.tsx';
import type { FieldOf } from '../draft.ts';
import { endOfDay, getDay } from '../expiry.ts';
import { useUserForm } from '../user-form.tsx';
import { flagWord } from '../words.ts';
import { HoursEditor } from './HoursEditor.tsx';
import { UserShifts } from './UserShifts.tsx';

/** The user's permissions, expiry, access hours and allowed addresses. */
export function AccessTab() {
  const { t } = useTranslation();
  const zone = useZone();
  const { user, draft, set, getError } = useUserForm();
  const toggle = (flag: UserFlag, on: boolean) => set('flags', on ? [...draft.flags, flag] : draft.flags.filter((each) => each !== flag));
  const always = (flag: UserFlag) =>
    user?.profile === draft.profile && user.effective.some((each) => each.flag === flag && each.effect === 'always');
  const controls: Record<FieldOf<'access'>, ReactNode> = {
    accessHours: (
      <>
        <HoursEditor windows={draft.accessHours ?? []} onChange={(windows) => set('accessHours', windows.length > 0 ? windows : null)} />
        {getError('accessHours') && (
          <p className="user-error small" role="alert">
            {t('users.hours.wrong')}
          </p>
        )}
      </>
    ),
    expiresAt: (
      <DayField
        label={
          <>
            {t('users.field.expiresAt')} <span className="muted">{t('ui.form.optional')}</span>
          </>
        }
        description={t('users.help.expiresAt')}
        value={draft.expiresAt && getDay(draft.expiresAt, zone)}
        onChange={(day) => set('expiresAt', day && endOfDay(day, zone))}
        error={getError('expiresAt')}
        clearable
      />
    ),
    ipExempt: (
      <SwitchRow
        label={t('users.field.ipExempt')}
        text={t('users.help.ipExempt')}
        checked={draft.ipExempt}
        onChange={(on) => set('ipExempt', on)}
      />
    ),
    flags: flagsFor(draft.profile).map((flag) => (
      <SwitchRow
        key={flag}
        label={flagWord(flag, t)}
        text={t(`users.help.flag.${flag}`)}
        checked={draft.flags.includes(flag) || always(flag)}
        disabledReason={always(flag) ? t('users.help.always') : null}
        onChange={(on) => toggle(flag, on)}
      />
    )),
    allowRemote: (
      <SwitchRow
        label={t('users.field.allowRemote')}
        text={t('users.help.allowRemote')}
        checked={draft.allowRemote}
        onChange={(on) => set('allowRemote', on)}
      />
    ),
  };
  return (
    <div className="user-columns">
      <div className="user-stack">
        <section className="card user-card">
          <SectionHeader title={t('users.section.hours')} />
          <p className="small muted">{t('users.help.accessHours')}</p>
          {(draft.profile !== 'user' || draft.flags.includes('support')) && <p className="small muted">{t('users.help.hoursFree')}</p>}
          {controls.accessHours}
          {user && draft.profile === 'user' && (
            <Suspense fallback={null}>
              <UserShifts id={user.id} />
            </Suspense>
          )}
        </section>
        <section className="card user-card">
          <SectionHeader title={t('users.section.limits')} />
          <div className="user-fields">{controls.expiresAt}</div>
          {controls.ipExempt}
        </section>
      </div>
      <section className="card user-card">
        <SectionHeader title={t('users.section.permissions')} />
        {controls.flags}
        {controls.allowRemote}
      </section>
    </div>
  );
}
