/** What a durable step may record: JSON and nothing else. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };
