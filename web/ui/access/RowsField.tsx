import { Autocomplete, Radio, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { ownEmail } from '../../../domain/report-access/draft.ts';
import type { IdentityOptions } from '../../../domain/report-access/fields.ts';
import { maxRoleLength, maxRoles, maxUsernameLength } from '../../../domain/report-access/limits.ts';
import { getRowsMode, isOpen, type Rows, type RowsMode, rolesFor, unknownRoles } from '../../../domain/report-access/rows.ts';
import { useTranslation } from '../../i18n.ts';
import { completeOnly } from '../take-only.ts';
import { IdentityTokens } from './IdentityTokens.tsx';
import './access.css';

const aboveDrawer = 320;

type Props = {
  value: Rows;
  onChange: (rows: Rows) => void;
  onLeave?: () => void;
  /** The option besides all rows and specific ones: each user's own identity, no identity, or no further option. */
  other: 'own' | 'none' | null;
  options: IdentityOptions;
  /** Whether the model requires a role; `some` where only some of several models do, so that a missing role is no error. */
  needsRoles: boolean | 'some';
  /** For displays, which have no user: each user's own values are not offered. */
  forDisplay?: boolean;
  /** Custom fields usable in an identity, with the placeholder for each user's own value. */
  tokens?: readonly { token: string; label: string }[];
  errors?: { username?: string | undefined; roles?: string | undefined };
};

/**
 * The rows a recipient sees: all of them, those of a value, or those of each user's own identity. The role is filled in with the choice.
 */
export function RowsField({ value, onChange, onLeave, other, options, needsRoles, forDisplay = false, tokens = [], errors = {} }: Props) {
  const { t } = useTranslation();
  const [picked, setPicked] = useState<RowsMode | null>(null);
  const mode = picked ?? getRowsMode(value, options, other);
  const open = options.roles.find(isOpen);
  const unknown = unknownRoles(value.roles, options);
  const pick = (next: RowsMode) => {
    setPicked(next);
    if (next === 'all') onChange({ as: 'fixed', username: forDisplay ? (open?.name ?? '') : ownEmail, roles: open ? [open.name] : [] });
    else if (next === 'some') onChange({ as: 'fixed', username: '', roles: rolesFor([], options) });
    else onChange({ as: next === 'own' ? 'own' : 'fixed', username: '', roles: [] });
  };
  const required = needsRoles && t(needsRoles === 'some' ? 'access.roles.requiredBySome' : 'access.roles.required');
  return (
    <>
      <Radio.Group
        label={t('access.rows')}
        description={t('access.identity.help')}
        value={mode}
        onChange={(next) => pick(next === 'all' || next === 'own' || next === 'none' ? next : 'some')}
      >
        <div className="access-choices">
          <Radio value="some" label={t('access.rows.some')} description={t('access.rows.someHelp')} />
          {open && <Radio value="all" label={t('access.rows.all')} description={t('access.rows.allHelp', { role: open.name })} />}
          {other === 'own' && <Radio value="own" label={t('access.identity.own')} description={t('access.identity.ownHelp')} />}
          {other === 'none' && <Radio value="none" label={t('access.rows.none')} description={t('access.rows.noneHelp')} />}
        </div>
      </Radio.Group>
      {mode === 'some' && (
        <>
          <Autocomplete
            label={t('access.username')}
            description={[
              t('access.username.help'),
              options.values.length > 0 && t('access.values.inUse'),
              !forDisplay && t('access.username.helpEmail', { email: ownEmail }),
            ]
              .filter(Boolean)
              .join(' ')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk
            data={[...options.values]}
            value={value.username}
            onChange={(username) => onChange({ ...value, username, roles: username ? rolesFor(value.roles, options) : value.roles })}
            onBlur={onLeave}
            error={errors.username}
            maxLength={maxUsernameLength}
            autoComplete="off"
            spellCheck={false}
            comboboxProps={{ zIndex: aboveDrawer }}
            withScrollArea={false}
            classNames={{ options: 'access-options' }}
          />
          {(tokens.length > 0 || other === 'own') && (
            <IdentityTokens
              tokens={tokens}
              value={value.username}
              onChange={(username) => onChange({ ...value, username, roles: rolesFor(value.roles, options) })}
            />
          )}
          <TagsInput
            label={
              <>
                {t('access.roles')} {!needsRoles && <span className="muted">{t('ui.form.optional')}</span>}
              </>
            }
            description={[required, t(options.listed ? 'access.roles.listed' : 'access.roles.help')].filter(Boolean).join(' ')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk={needsRoles !== false}
            value={[...value.roles]}
            onChange={(named) =>
              onChange({ ...value, roles: [...new Set(named.map((role) => role.trim().slice(0, maxRoleLength)).filter(Boolean))] })
            }
            data={options.roles.map(({ name }) => name)}
            error={errors.roles ?? (unknown.length > 0 ? t('access.roles.unknown', { roles: unknown.join(', ') }) : undefined)}
            maxTags={maxRoles}
            onKeyDown={options.listed ? completeOnly : undefined}
            acceptValueOnBlur
            clearable
            clearButtonProps={{ 'aria-label': t('access.roles.clear') }}
            comboboxProps={{ zIndex: aboveDrawer }}
            withScrollArea={false}
            classNames={{ options: 'access-options' }}
          />
        </>
      )}
    </>
  );
}
