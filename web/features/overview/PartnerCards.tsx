import { useQuery } from '@tanstack/react-query';
import { Entries } from './Entries.tsx';
import { overviewQuery } from './loader.ts';
import { Needs } from './Needs.tsx';
import './overview.css';

/** Below a partner's list of units: tasks for the partner, and its recent visits. The list does not depend on them. */
export function PartnerCards() {
  // No suspense: the list of units does not wait for the cards below it.
  const { data, dataUpdatedAt } = useQuery(overviewQuery);
  if (!data) return null;
  return (
    <div className="overview-pair">
      <Needs needs={data.needs} />
      <Entries entries={data.entries} now={new Date(dataUpdatedAt)} />
    </div>
  );
}
