import type { z } from "zod";
import type { WebResponse } from "../../net/web.ts";
import type { Refusal, RefusalRule } from "./refusal.ts";
import type { SearchQuery, SearchResult, SearchServiceError } from "./service.ts";

/** A search service as data: who it is, how a query is sent to it, and how its results are read. The rows are in `services/`. */
export type ServiceDefinition = ServiceFacts & (SimpleSearch | OwnSearch);

interface SimpleSearch {
	/** The request for a query. The key and the contact are added to its headers. */
	request(query: ServiceQuery): ServiceRequest;
	fetchResults: FetchResults;
}

/** The search of a service that needs several requests. */
interface OwnSearch {
	search(client: ServiceClient, query: ServiceQuery, signal?: AbortSignal): Promise<SearchResult[]>;
}

export interface ServiceFacts {
	title: string;
	/** Its address; absent when there is only the user's own. */
	address?: string;
	/** Hosts of its other addresses. `*.` stands for any name before the rest. Requests to undeclared hosts are not made. */
	otherHosts?: readonly string[];
	/** Domains that all its results are on. Absent for a service with results from anywhere. */
	hosts?: readonly string[];
	/**
	 * Its key: the variable that holds it, where to get one, and the header that it is sent in, after a scheme such as `Bearer`.
	 * Unless the key is optional, the service answers nothing without it, and each query costs money.
	 */
	key?: { variable: string; from: string; header: string; scheme?: string; optional?: boolean };
	/** Whether it asks programs for a contact address. */
	contact?: "wanted" | "needed";
	isSelfHosted?: boolean;
	/** The pause that its rules ask for between two requests. ms */
	pauseMs?: number;

	/** Its own refusals, recognized before the general ones. */
	refusals?: readonly RefusalRule[];
	/** A refusal that no such rule can express. */
	refusal?(response: WebResponse): Refusal | undefined;
	/** The refusal for a challenge page, in place of the general one. It also stands for a probe that finds nothing. */
	challengeRefusal?: Refusal;

	/** The query in the service's spelling; by default its text without filters. If it is empty, nothing is sent. */
	words?(query: SearchQuery): string;
	/** Its longest query. The rest is dropped. */
	charactersMax?: number;
	wordsMax?: number;
	/** The most results that it returns to one request. */
	resultsMax?: number;
	/** It takes no limit, and all results of its page are used. */
	takesNoLimit?: boolean;
	/** A wider form of a query that nothing matched, if there is one. It is sent next. */
	wider?(query: ServiceQuery): ServiceQuery | undefined;

	/** Pages whose title is one of these names, where the service can look up titles. */
	titles?(client: ServiceClient, names: readonly string[], signal?: AbortSignal): Promise<SearchResult[]>;
	/** Checks that it works. By default, a service that costs nothing receives a query of one common word. */
	probe?(client: ServiceClient, signal?: AbortSignal): Promise<unknown>;
}

/** A query in the form that a service's request is made of. Its limit is at most the service's `resultsMax`. */
export interface ServiceQuery extends SearchQuery {
	/** The query in the service's spelling, cut to its length. */
	words: string;
}

/** Parameters, headers and fields that are undefined are not sent. */
export interface ServiceRequest {
	/** The path below the service's address: `/search`. */
	path: string;
	/** Another address of the same service, used unless the user has set one. */
	address?: string | undefined;
	params?: Record<string, string | number | undefined> | undefined;
	headers?: Record<string, string> | undefined;
	/** The body, sent as JSON or as a form. */
	json?: unknown;
	form?: Record<string, string | undefined> | undefined;
	/** Statuses from 300 on that count as success here. */
	accepts?: readonly number[] | undefined;
}

/** Sends a request and reads the results of its answer. Throws a `SearchServiceError`. */
export type FetchResults = (
	client: ServiceClient,
	request: ServiceRequest,
	signal?: AbortSignal,
) => Promise<SearchResult[]>;

/** The requests to one service. All functions throw a `SearchServiceError`. */
export interface ServiceClient {
	/** The base address without a trailing slash: the user's own address has priority over `address`. */
	baseUrl(address?: string): string;
	/** All hosts that may be queried; none when the service has no address. */
	hosts: readonly string[];
	hasKey: boolean;
	/** Throws when the key, the address or the contact is missing. */
	assertReady(): void;
	json<T>(schema: z.ZodType<T>, request: ServiceRequest, signal?: AbortSignal): Promise<T>;
	/** The response as it came. Refusals are thrown. */
	text(request: ServiceRequest, signal?: AbortSignal): Promise<{ response: WebResponse; text: string }>;
	fault(refusal: Refusal, cause?: unknown): SearchServiceError;
}
