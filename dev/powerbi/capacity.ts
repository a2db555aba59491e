/** A capacity as the stand-in keeps it: its state, and the state it is changing to. */
export type SimCapacity = {
  id: string;
  name: string;
  kind: 'embedded' | 'fabric';
  sku: string;
  location: string;
  subscriptionId: string;
  resourceGroup: string;
  state: 'running' | 'paused';
  change: { word: ChangeWord; to: 'running' | 'paused'; sku: string; startedAt: number; endsAt: number } | null;
  admins: string[];
  /** What Azure may bill beyond the size; null where it doesn't say. */
  overage: { enabled: boolean; thresholdCapacityUnitHours?: number } | null;
  /** How long each change takes. */
  takesMs: Record<ChangeWord, number>;
};
export type ChangeWord = 'Resuming' | 'Pausing' | 'Scaling';

const usualMs = 3_000;
export const usualTimes = (): SimCapacity['takesMs'] => ({ Resuming: usualMs, Pausing: usualMs, Scaling: usualMs });

/** Begins a change that takes its time, or never ends. */
export function change(capacity: SimCapacity, word: ChangeWord, to: 'running' | 'paused', sku: string, now: number, isStuck = false): void {
  capacity.change = { word, to, sku, startedAt: now, endsAt: isStuck ? Number.POSITIVE_INFINITY : now + capacity.takesMs[word] };
}

/** Completes a change that is due; every read of a capacity goes through here. */
export function settled(capacity: SimCapacity, now: number): SimCapacity {
  if (capacity.change && capacity.change.endsAt <= now) {
    capacity.state = capacity.change.to;
    capacity.sku = capacity.change.sku;
    capacity.change = null;
  }
  return capacity;
}

export const isRunning = (capacity: SimCapacity, now: number): boolean =>
  settled(capacity, now).state === 'running' && capacity.change?.word !== 'Pausing';

/** The word of the state: a running one is Succeeded as an A-SKU and Active as an F-SKU (trap T12); a starting F-SKU is prepared first. */
export function azureState(capacity: SimCapacity, now: number): string {
  const { change, state, kind } = settled(capacity, now);
  if (change) {
    const isPrepared = change.word === 'Resuming' && kind === 'fabric' && now - change.startedAt < (change.endsAt - change.startedAt) / 3;
    return isPrepared ? 'Preparing' : change.word;
  }
  if (state === 'paused') return 'Paused';
  return kind === 'embedded' ? 'Succeeded' : 'Active';
}

export const sizesByKind: Record<SimCapacity['kind'], readonly string[]> = {
  embedded: ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'],
  fabric: ['F2', 'F4', 'F8', 'F16', 'F32', 'F64'],
};
