import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { weekdayShort } from '../../../../domain/format/calendar.ts';
import { type CallOutput, call } from '../../../app/data/api.ts';
import { useSave } from '../../../app/data/use-save.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { SwitchRow } from '../../../ui/SwitchRow.tsx';
import { usersKey } from '../loader.ts';
import { refreshUsers } from '../queries.ts';
import { useUserForm } from '../user-form.tsx';

type UserShifts = CallOutput<'GET /api/auth/users/{id}/shifts'>;
const shiftsQuery = (id: string) =>
  queryOptions({
    queryKey: [...usersKey, 'shifts', id],
    queryFn: ({ signal }) => call('GET /api/auth/users/{id}/shifts', { id }, { signal }),
    staleTime: 0,
  });

/** The unit's named access shifts, attached to the user or not; saved at once, apart from the form. */
export function UserShifts({ id }: { id: string }) {
  const { t, language } = useTranslation();
  const client = useQueryClient();
  const form = useUserForm();
  const { data } = useSuspenseQuery(shiftsQuery(id));
  const { save, busy } = useSave({ refusal: 'toast', refresh: refreshUsers });
  // The last shift goes and the user has no hours of their own: what holds then has to be said.
  const [asks, setAsks] = useState(false);
  if (data.items.length === 0) return null;

  const attach = (shifts: string[], without?: 'always' | 'keep') =>
    save(async () => {
      const { version } = await call('PUT /api/auth/users/{id}/shifts', { id, version: data.version, shifts, ...(without && { without }) });
      client.setQueryData<UserShifts>(shiftsQuery(id).queryKey, { ...data, attached: shifts, version });
      // Its hours may have become the user's own, which the form shows too.
      await form.reload();
      setAsks(false);
    });
  const toggle = (shift: string, on: boolean) => {
    const shifts = on ? [...data.attached, shift] : data.attached.filter((each) => each !== shift);
    if (shifts.length === 0 && data.own === null) return setAsks(true);
    void attach(shifts);
  };
  const words = ({ days, starts, ends }: UserShifts['items'][number]) =>
    `${days.map((day) => weekdayShort(language, day)).join(', ')} · ${starts}–${ends}`;
  return (
    <>
      <h4 className="user-shifts-title">{t('users.shifts.title')}</h4>
      <p className="small muted">{t('users.shifts.text')}</p>
      {data.items.map((shift) => (
        <SwitchRow
          key={shift.id}
          label={shift.name}
          text={words(shift)}
          checked={data.attached.includes(shift.id)}
          disabledReason={busy ? t('users.shifts.saving') : null}
          onChange={(on) => toggle(shift.id, on)}
        />
      ))}
      {asks && (
        <Notice tone="warn" title={t('users.shifts.last')} live>
          <div className="user-shifts-answers">
            <Button size="s" onClick={() => void attach([], 'keep')}>
              {t('users.shifts.keep')}
            </Button>
            <Button size="s" onClick={() => void attach([], 'always')}>
              {t('users.shifts.always')}
            </Button>
            <Button size="s" kind="text" onClick={() => setAsks(false)}>
              {t('ui.cancel')}
            </Button>
          </div>
        </Notice>
      )}
    </>
  );
}
