type Payload = Record<string, unknown> & { grantId?: string; uid?: string; userCode?: string };

/** In-memory storage for the codes and tokens of a directory, lost when the process ends. */
export function getMemory(): new (kind: string) => object {
  const kept = new Map<string, Payload>();
  return class Memory {
    kind: string;
    constructor(kind: string) {
      this.kind = kind;
    }
    getKey(id: string): string {
      return `${this.kind} ${id}`;
    }
    async upsert(id: string, payload: Payload) {
      kept.set(this.getKey(id), payload);
    }
    async find(id: string) {
      return kept.get(this.getKey(id));
    }
    async findByUid(uid: string) {
      return [...kept].find(([key, payload]) => key.startsWith(`${this.kind} `) && payload.uid === uid)?.[1];
    }
    async findByUserCode() {
      return undefined;
    }
    async consume(id: string) {
      const payload = kept.get(this.getKey(id));
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string) {
      kept.delete(this.getKey(id));
    }
    async revokeByGrantId(grantId: string) {
      for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
    }
  };
}
