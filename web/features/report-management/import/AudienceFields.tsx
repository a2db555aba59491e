import { Checkbox, Radio } from '@mantine/core';
import { findSubjects } from '../../../app/data/find-subjects.ts';
import { useTranslation } from '../../../i18n.ts';
import { type Subject, SubjectPicker } from '../../../ui/access/SubjectPicker.tsx';
import { PlaceFields } from '../PlaceFields.tsx';
import { usePlaces } from '../queries.ts';

export type Placing = {
  groupId: string | null;
  subgroupId: string | null;
  audience: 'everyone' | 'group' | 'nobody';
  tell: boolean;
};
export const startPlacing: Placing = { groupId: null, subgroupId: null, audience: 'everyone', tell: false };
type Props = {
  placing: Placing;
  onChange: (placing: Placing) => void;
  /** People and groups who get access after publishing; null hides the choice. */
  chosen?: readonly Subject[] | null;
  onChoose?: (chosen: readonly Subject[] | null) => void;
};

/** Where reports will be listed, who will see them, and whether they are notified. */
export function AudienceFields({ placing, onChange, chosen = null, onChoose }: Props) {
  const { t } = useTranslation();
  const group = usePlaces()?.groups.find(({ id }) => id === placing.groupId);
  const audience = placing.audience === 'group' && !group ? 'everyone' : placing.audience;
  return (
    <div className="manage-fields">
      <PlaceFields groupId={placing.groupId} subgroupId={placing.subgroupId} onChange={(place) => onChange({ ...placing, ...place })} />
      <Radio.Group
        label={t('manage.import.audience')}
        value={chosen ? 'chosen' : audience}
        onChange={(value) => {
          onChoose?.(value === 'chosen' ? [] : null);
          // Selected people get their own grants after publishing; until then the report has no audience.
          const wanted = value === 'chosen' ? 'nobody' : value;
          onChange({ ...placing, audience: wanted === 'group' || wanted === 'nobody' ? wanted : 'everyone' });
        }}
      >
        <div className="audience">
          <Radio value="everyone" label={t('manage.import.everyone')} description={t('manage.import.everyoneHelp')} />
          {group && (
            <Radio value="group" label={t('manage.import.ofGroup', { name: group.name })} description={t('manage.import.ofGroupHelp')} />
          )}
          {onChoose && <Radio value="chosen" label={t('manage.import.chosen')} description={t('manage.import.chosenHelp')} />}
          <Radio value="nobody" label={t('manage.import.nobody')} description={t('manage.import.nobodyHelp')} />
        </div>
      </Radio.Group>
      {chosen && onChoose && <SubjectPicker find={findSubjects} value={chosen} onChange={onChoose} label={t('manage.import.chosen')} />}
      {audience !== 'nobody' && (
        <Checkbox
          label={t('manage.import.tell')}
          description={t('manage.import.tellHelp')}
          checked={placing.tell}
          onChange={(event) => onChange({ ...placing, tell: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}
