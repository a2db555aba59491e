// The few names of `pg` that the project uses; its own types are a separate package that is not installed.
declare module 'pg' {
  export type QueryInput = { text: string; values?: unknown[]; rowMode?: 'array'; queryMode?: 'extended' };
  export type QueryResult = {
    command: string | null;
    rowCount: number | null;
    fields: { name: string; dataTypeID: number }[];
    // because the shape of a row is known only to the statement's author.
    // biome-ignore lint/suspicious/noExplicitAny: see above.
    rows: any[];
  };
  export class DatabaseError extends Error {
    code?: string;
  }
  export class Client {
    constructor(config: object);
    connect(): Promise<unknown>;
    query(input: string | QueryInput, values?: unknown[]): Promise<QueryResult>;
    end(): Promise<void>;
    on(event: 'error', listener: (error: Error) => void): this;
  }
  export class PoolClient extends Client {
    release(error?: Error | boolean): void;
  }
  export class Pool {
    constructor(config: object);
    connect(): Promise<PoolClient>;
    end(): Promise<void>;
    on(event: 'error', listener: (error: Error) => void): this;
    on(event: 'connect', listener: (connection: PoolClient) => void): this;
  }
  const pg: {
    Client: typeof Client;
    Pool: typeof Pool;
    DatabaseError: typeof DatabaseError;
    types: { getTypeParser(id: number): (text: string) => unknown };
  };
  export default pg;
}
